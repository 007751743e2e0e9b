// The analysis of the server's searcher.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open, settled } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

test('three lines with arrows, for the position on the board; a switch ends it', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  assert.equal(await page.locator('.analysis li').count(), 0, 'off at first')
  await page.getByRole('switch', { name: 'Analysis' }).check()
  await page.waitForFunction(() => /depth ([5-9]|\d\d)/.test(document.querySelector('.analysis').textContent))
  assert.equal(await page.locator('.analysis li').count(), 3)
  assert.equal(await page.locator('.board-arrows path.best').count(), 3)
  assert.match(await page.locator('.analysis li').first().textContent(), /[+−]?\d\.\d\d1\. \S+ \S+/)
  await page.locator('.analysis li button').first().click()
  await page.waitForURL(/play=/)
  await page.locator('.analysis li button', { hasText: '1… ' }).first().waitFor()
  await page.getByRole('switch', { name: 'Analysis' }).uncheck()
  assert.equal(await page.locator('.analysis li').count(), 0)
  await page.locator('.board-arrows path:not(.best)').first().waitFor()
  assert.deepEqual(page.wrong, [])
})

test('a mate is found, and the end of the game is said', async () => {
  const page = await at.page({ path: '/?fen=' + encodeURIComponent('k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1') })
  await page.getByRole('switch', { name: 'Analysis' }).check()
  await page.locator('.analysis li .value', { hasText: '−#1' }).waitFor()
  await page.locator('.analysis li button', { hasText: 'Rd1#' }).click()
  await page.locator('.analysis', { hasText: 'the game is over' }).waitFor()
})

test('without the server’s leave there is no switch', async () => {
  const page = await at.page()
  await page.route('**/stats', async (r) => {
    const answer = await r.fetch()
    const stats = await answer.json()
    stats.features = stats.features.filter((f) => f !== 'analysis')
    await r.fulfill({ response: answer, json: stats })
  })
  await page.goto('/')
  await settled(page, '61 games')
  await page.locator('.games .open').first().waitFor()
  assert.equal(await page.getByRole('switch').count(), 0)
})
