// A server that goes away, refuses or answers nonsense.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open, settled, shot } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

test('a server that is gone is said so, and asked again', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  at.line.cut()
  await page.locator('.moves .move').first().click()
  const alert = page.getByRole('alert').filter({ hasText: 'does not answer' })
  await alert.first().waitFor()
  await shot(page, 'gone')
  await alert.first().getByRole('button', { name: 'Try again' }).click()
  await alert.first().waitFor()
  await at.line.mend()
  await page.locator('.heading, .trouble').first().waitFor()
  const end = Date.now() + 180_000
  while ((await page.getByRole('button', { name: 'Try again' }).count()) > 0) {
    assert.ok(Date.now() < end, 'the page does not recover')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.waitForTimeout(100)
  }
  await settled(page, '30 games')
  assert.match(page.url(), /play=e2e4/)
  await page.locator('.games .open').first().waitFor()
})

test('a page that opens while the server fails comes to itself', async () => {
  const page = await at.page({ path: '/' })
  let broken = true
  await page.route(/\/(stats|position|games|book)(\?|$)/, (r) =>
    broken
      ? r.fulfill({ status: 503, contentType: 'text/plain', body: 'not ready: the index is being opened' })
      : r.continue(),
  )
  await page.reload()
  const alert = page.getByRole('alert').first()
  await alert.waitFor()
  assert.match(await alert.textContent(), /not ready.*the index is being opened/)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await settled(page, '61 games')
  await page.getByRole('button', { name: 'Same pawns' }).waitFor()
})

test('what the server does not understand is said in its words', async () => {
  const page = await at.page({ path: '/?since=yesterday' })
  const alert = page.getByRole('alert').first()
  await alert.waitFor()
  assert.match(await alert.textContent(), /does not understand.*yesterday/)
})

test('a bad FEN or move in a link is said without asking the server', async () => {
  const page = await at.page({ path: '/?fen=nonsense' })
  assert.match(await page.getByRole('alert').textContent(), /not a FEN/)
  await page.getByRole('button', { name: 'Start position' }).click()
  await settled(page, '61 games')
  await page.goto('/?play=e2e4,e2e4')
  assert.match(await page.getByRole('alert').textContent(), /e2e4 is not legal after 1 moves/)
})

test('an answer that is not JSON', async () => {
  const page = await at.page()
  await page.route('**/position?*', (r) => r.fulfill({ body: '<html>' }))
  await page.locator('.moves .move').first().click()
  await page.getByRole('alert').filter({ hasText: 'cannot be read' }).waitFor()
})

test('names and comments of games are text, never markup', async () => {
  const page = await at.page()
  const evil = '<img src=x onerror="window.hacked=1">'
  await page.route('**/masters/pgn/*', (r) =>
    r.fulfill({ body: `[White "${evil.replaceAll('"', '\\"')}"]\n\n{${evil}} 1. e4 {${evil}} *` }),
  )
  await page.locator('.games .open').first().click()
  await page.locator('.viewer').waitFor()
  assert.ok((await page.locator('#game-title').textContent()).includes('<img'))
  assert.equal(await page.locator('.viewer img').count(), 0)
  assert.equal(await page.evaluate(() => window.hacked), undefined)
})
