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

test('a server that is gone is said once, and asked again by the page itself', async () => {
  const page = await at.page({ path: '/?play=d2d4' })
  await settled(page, '21 games')
  at.line.cut()
  await page.goto('about:blank').catch(() => {})
  await at.line.mend()
  await page.goto('/')
  await settled(page, '61 games')
  await page.waitForLoadState('networkidle')
  at.line.cut()
  await page.locator('.moves .move').last().click()
  const alert = page.getByRole('alert')
  await alert.first().waitFor()
  assert.equal(await alert.count(), 1)
  assert.match(await alert.textContent(), /does not answer/)
  await shot(page, 'gone')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await at.line.mend()
  await page.locator('.heading').waitFor()
  await page.locator('.games .open').first().waitFor()
  assert.equal(await alert.count(), 0)
  assert.match(page.url(), /play=/)
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
  const alert = page.getByRole('alert')
  await alert.first().waitFor()
  assert.equal(await alert.count(), 1)
  assert.match(await alert.textContent(), /not ready.*the index is being opened/)
  broken = false
  await settled(page, '61 games')
  await page.getByRole('button', { name: 'Same pawns' }).waitFor()
  await alert.first().waitFor({ state: 'detached' })
})

test('what the server does not understand is said in its words', async () => {
  const page = await at.page({ path: '/?since=yesterday' })
  const alert = page.getByRole('alert').first()
  await alert.waitFor()
  assert.match(await alert.textContent(), /does not understand.*yesterday/)
})

test('a bad FEN in a link is said, and how to leave it', async () => {
  const page = await at.page({ path: '/?fen=nonsense' })
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByRole('alert').count(), 1)
  assert.match(await page.getByRole('alert').textContent(), /not a FEN/)
  await page.getByRole('button', { name: 'Start position' }).click()
  await settled(page, '61 games')
})

for (const path of ['/?game=zzz', '/?play=d2d4&game=zzz'])
  test(`a link to a game that is not there shows its position: ${path}`, async () => {
    const page = await at.page({ path })
    await settled(page, path.includes('d2d4') ? '21 games' : '61 games')
    await page.locator('.games .open').first().waitFor()
    const alert = page.getByRole('alert')
    assert.match(await alert.textContent(), /Not found.*zzz/)
    assert.equal(await alert.getByRole('button', { name: 'Try again' }).count(), 0, 'the answer would be the same')
    await alert.getByRole('button', { name: 'Close' }).click()
    await alert.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).search, path.includes('d2d4') ? '?play=d2d4' : '')
  })

test('an answer that is not JSON', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.route('**/position?*', (r) => r.fulfill({ body: '<html>' }))
  await page.fill('#entry', 'h4 a6')
  await page.keyboard.press('Enter')
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
