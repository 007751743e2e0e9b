// Stored values: of the position in its heading, and beside each move.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open, settled } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const evaluation = {
  cp: 31,
  depth: 36,
  source: 'lichess_db_eval.jsonl.zst',
  moves: [
    { uci: 'e2e4', san: 'e4', cp: 31, depth: 36 },
    { uci: 'd2d4', san: 'd4', cp: -20, depth: 24 },
    { uci: 'c2c4', san: 'c4', mate: -3, depth: 0 },
    { uci: 'g2g4', san: 'g4', cp: -120, depth: 30 },
  ],
}

/** valued opens the page before a server with values of the start position. */
async function valued() {
  const page = await at.page()
  await page.route('**/position?*', async (r) => {
    const answer = await r.fetch()
    const position = await answer.json()
    if (!r.request().url().includes('play=')) position.evaluation = evaluation
    await r.fulfill({ response: answer, json: position })
  })
  await page.goto('/')
  await settled(page, '61 games')
  return page
}

test('the heading has the value and its depth, and each move has its own', async () => {
  const page = await valued()
  await settled(page, 'stored value +0.31, depth 36, of lichess_db_eval.jsonl.zst')
  const cells = await page.$$eval('.moves tbody:not(.others) tr', (rows) =>
    rows.map((r) => [r.querySelector('.move').childNodes[1].textContent, r.querySelector('.value').textContent]),
  )
  assert.deepEqual(cells.slice(0, 3), [
    ['e4', '+0.31'],
    ['d4', '−0.20'],
    ['c4', '−#3'],
  ])
  assert.ok(
    cells.slice(3).every((c) => c[1] === '–'),
    'others are not known',
  )
  assert.equal(await page.locator('.moves .value span').first().getAttribute('title'), 'stored value +0.31, depth 36')
  assert.match(await page.locator('.valued').textContent(), /stored value1\.g4−1\.20 · depth 30/)
  assert.deepEqual(page.wrong, [])
})

test('values sort, and a move without games is played by its row', async () => {
  const page = await valued()
  await page.getByRole('button', { name: 'Value' }).click()
  const first = () => page.locator('.moves tbody tr .move').first().textContent()
  assert.match(await first(), /e4/)
  await page.locator('.valued .move').click()
  await page.waitForURL(/play=g2g4/)
  await settled(page, '0 games')
})

test('without values there is no column', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  assert.equal(await page.locator('.moves .by-value').count(), 0)
})
