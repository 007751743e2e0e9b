// The game viewer.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { open, pieceOn, settled, shot, square } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const annotated = readFileSync(new URL('annotated.pgn', import.meta.url), 'utf8')

// open the first game, with annotations that the sample does not have.
async function annotatedGame(options) {
  const page = await at.page(options)
  await page.route('**/masters/pgn/*', (r) => r.fulfill({ contentType: 'application/x-chess-pgn', body: annotated }))
  await page.locator('.games .open').first().click()
  await page.locator('.viewer').waitFor()
  return page
}

const current = (page) => page.locator('.viewer .score [aria-current]').textContent()

test('a game of the server opens at the position asked, and closes', async () => {
  const page = await at.page({ path: '/?play=e2e4,c7c5' })
  await settled(page, '7 games')
  const row = await page.locator('.games .open').first().textContent()
  await page.locator('.games .open').first().click()
  await page.locator('.viewer').waitFor()
  const title = await page.locator('#game-title').textContent()
  assert.ok(row.startsWith(title.split(/[ ,]/)[0]), `${row} opens ${title}`)
  assert.equal(await current(page), 'c5')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'game-title')
  await settled(page, '7 games')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.locator('.games').waitFor()
  assert.match(page.url(), /play=e2e4,c7c5$/)
})

test('comments, clocks, evaluations, glyphs and variations are shown', async () => {
  const page = await annotatedGame()
  const text = (await page.locator('.viewer .score').textContent()).replace(/\s+/g, ' ')
  for (const part of [
    'A short game with everything in it.',
    '30:00',
    '0.25',
    'Nd4?!∞',
    'The Blackburne Shilling Gambit.',
    'is sound',
    'the Evans',
    'O-O±',
    'Nf3#',
    '0–1',
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`)
  }
  assert.ok(!text.includes('%clk'))
  assert.equal(await page.locator('.viewer .variation').count(), 4)
  await shot(page, 'game')
  assert.deepEqual(page.wrong, [])
})

test('the arrow keys follow the line, a variation too, and the board shows it', async () => {
  const page = await annotatedGame()
  await page.keyboard.press('End')
  assert.equal(await current(page), 'Nf3#')
  await pieceOn(page, 'f3', 'bn')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await current(page), 'Be2')
  await page.keyboard.press('Home')
  assert.equal(await page.locator('.viewer .score [aria-current]').count(), 0)
  await page.locator('.score button', { hasText: 'b4!?' }).click()
  await page.keyboard.press('ArrowRight')
  assert.equal(await current(page), 'Bxb4')
  const link = page.url()
  await page.getByRole('button', { name: 'Explore from here' }).click()
  await page.waitForURL(/play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,b2b4,c5b4$/)
  await page.goBack()
  assert.equal(page.url(), link)
  assert.equal(await current(page), 'Bxb4')
})

test('a move on the board leaves the game and goes on from its position', async () => {
  const page = await annotatedGame()
  await page.keyboard.press('Home')
  await page.mouse.click(...(await square(page, 'd2')))
  await page.mouse.click(...(await square(page, 'd4')))
  await page.waitForURL(/\?play=d2d4$/)
  await settled(page, '21 games')
})

test('a game that is not there is said so', async () => {
  const page = await at.page({ path: '/?game=999999999' })
  await page.getByRole('alert').waitFor()
  assert.match(await page.getByRole('alert').textContent(), /^Not found/)
})

test('a game with a bad move shows the rest of what can be read', async () => {
  const page = await at.page()
  await page.route('**/masters/pgn/*', (r) =>
    r.fulfill({ body: '[White "A"]\n\n1. e4 e5 2. Qh9 Nc6 (1... c5 {other}) 3. Nf3 *' }),
  )
  await page.locator('.games .open').first().click()
  await page.locator('.viewer .problem').waitFor()
  assert.match(await page.locator('.viewer .problem').textContent(), /Qh9/)
})

test('the next and the previous game of the list are one click away, with the position marked', async () => {
  const page = await at.page({ path: '/?play=e2e4,c7c5' })
  await settled(page, '7 games')
  const names = await page.$$eval('.games tbody .white', (all) => all.map((c) => c.textContent))
  await page.locator('.games .open').first().click()
  await page.locator('#game-title', { hasText: names[0] }).waitFor()
  assert.ok(await page.getByRole('button', { name: 'Previous game' }).isDisabled())
  assert.equal(await page.locator('.viewer .here button').textContent(), 'c5')
  await page.getByRole('button', { name: 'Next game' }).click()
  await page.locator('#game-title', { hasText: names[1] }).waitFor()
  assert.equal(await current(page), 'c5')
  await page.getByRole('button', { name: 'Previous game' }).click()
  await page.locator('#game-title', { hasText: names[0] }).waitFor()
})
