// What a game's positions are worth: the graph, its sources, the mistakes; and the novelty.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { program } from '../mock/main.js'
import { lineOf, open, settled, shot, slow, violations, watch } from './browser.js'

let at
let games // of the sample, with all positions of their main lines
let game // the one that is opened
const temp = mkdtempSync(join(tmpdir(), 'zobrist-worth-'))

/** values are what the store has after so many moves of the game: Black loses a piece with move 4. */
const values = [20, 30, 25, 30, 28, 25, 30, 28, 320, 310]

before(async () => {
  const { url, stop } = await program(null, [])
  const list = (await (await fetch(url + 'games?limit=100&order=recent')).json()).games
  games = []
  for (const { id, date, white } of list)
    games.push({ id, date: date ?? '', white: white.name, line: await lineOf(url, id) })
  stop()
  game = games.find((g) => g.date.length === 10 && g.line.length > 40)
  const lines = values.map((cp, i) => {
    const fen = game.line[i].fen.split(' ').slice(0, 4).join(' ')
    return JSON.stringify({ fen, evals: [{ pvs: [{ cp, line: game.line[i + 1].uci }], knodes: 9, depth: 36 }] })
  })
  writeFileSync(join(temp, 'known.jsonl'), lines.join('\n') + '\n')
  at = await open(undefined, undefined, [join(temp, 'known.jsonl')])
})
afterEach(() => at.leave())
after(() => {
  rmSync(temp, { recursive: true })
  return at.close()
})

const moveAt = (page, i) => page.locator('.viewer .main-line > .word').nth(i - 1)

test('stored values are drawn, said with their source, and mistakes are marked', async () => {
  const page = await at.page({ path: `/?game=${game.id}&node=3` })
  await page.locator('.worths').waitFor()
  await page.locator('.worth-here', { hasText: 'Value +0.30 (stored, depth 36, known.jsonl)' }).waitFor()
  assert.equal(await page.locator('.worths .white').count(), values.length)
  assert.equal(await page.locator('.worths .back').count(), game.line.length - values.length)
  const marks = await page.$$eval('.viewer .word .mistake', (all) => all.map((m) => m.title))
  assert.deepEqual(marks, [
    'The value goes from +0.28 (stored, depth 36, known.jsonl) to +3.20 (stored, depth 36, known.jsonl)',
  ])
  assert.match(await moveAt(page, 8).textContent(), /\?\?/)
  assert.match(await page.locator('.worths svg').getAttribute('aria-label'), /Values of 10 of \d+ .*Mistakes: 4… /)
  // A click on the graph goes to the position.
  await page.locator('.worths g').nth(9).click({ force: true })
  await page.waitForURL(/node=9/)
  await page.locator('.worth-here', { hasText: '+3.10' }).waitFor()
  await settled(page, 'stored value +3.10, depth 36, of known.jsonl')
  await page.keyboard.press('End')
  await page.locator('.worth-here', { hasText: 'No value of this position' }).waitFor()
  await shot(page, 'worth')
  assert.deepEqual(await violations(page), [])
  assert.deepEqual(page.wrong, [])
})

test('values that arrive move nothing', async () => {
  const day = `since=${game.date}&until=${game.date}`
  const page = await at.page({ width: 1180, height: 820, path: `/?${day}` })
  const open = page.locator('.games tr', { hasText: game.white.split(',')[0] }).locator('.open')
  await open.first().waitFor()
  await slow(page)
  const seen = await watch(page, ['.viewer', '.viewer .score', '.worths', '.worths svg', '.viewer .exports'])
  await open.first().click()
  await page.locator('.worth-here', { hasText: 'stored' }).waitFor()
  await page.locator('.word .mistake').waitFor()
  const all = await seen()
  assert.equal(all.length, 5)
  for (const [selector, where] of all) assert.equal(where.length, 1, `${selector}: ${where.join(' and ')}`)
})

test('positions without a stored value are searched, and the source is said', async () => {
  const page = await at.page({ path: `/?game=${game.id}&node=10` })
  await page.locator('.worth-here', { hasText: 'No value' }).waitFor()
  await page.route(/\/analysis\?/, (r) => {
    const line = (depth) =>
      JSON.stringify({
        depth,
        nodes: 9,
        seconds: 0,
        lines: [{ score: 12, moves: [{ uci: 'a2a3', san: 'a3' }] }],
        done: false,
      })
    return r.fulfill({ contentType: 'application/x-ndjson', body: [12, 13, 14].map(line).join('\n') + '\n' })
  })
  await page.getByRole('button', { name: 'Search the other positions' }).click()
  await page.locator('.worth-here', { hasText: 'Value +0.12 (searched, depth 14)' }).waitFor()
  await page.waitForFunction((n) => document.querySelectorAll('.worths .white').length === n, game.line.length)
  assert.equal(await page.getByRole('button', { name: /Search|Stop/ }).count(), 0)
  assert.deepEqual(page.wrong, [])
})

test('the server searches a position', async () => {
  const page = await at.page({ path: `/?game=${game.id}&node=10` })
  await page.getByRole('button', { name: 'Search the other positions' }).click()
  await page.locator('.worth-here', { hasText: /Value .*\(searched, depth \d+\)/ }).waitFor()
  await page.getByRole('button', { name: 'Stop the search' }).click()
  await page.getByRole('button', { name: 'Search the other positions' }).waitFor()
})

test('the first move that no earlier game has is a novelty', async () => {
  const page = await at.page()
  // A position of games that are certainly earlier: their date, as far as it is known, is over before the game's.
  const key = (fen) => fen.split(' ').slice(0, 4).join(' ')
  const ends = (date) => (date + '-12-31'.slice(date.length - 4)).slice(0, 10)
  let checked = 0
  for (const g of games.filter((g) => g.date.length === 10).slice(0, 5)) {
    const earlier = games.filter((o) => o.date && ends(o.date) < g.date)
    const seen = new Set(earlier.flatMap((o) => o.line.map((n) => key(n.fen))))
    const first = g.line.findIndex((n, i) => i > 0 && !seen.has(key(n.fen)))
    await page.goto(`/?game=${g.id}&node=0`)
    await page.locator('.viewer .novelty').waitFor()
    assert.equal(await page.locator('.viewer .novelty').count(), 1)
    assert.equal(await moveAt(page, first).locator('.novelty').count(), 1, `${g.white} ${g.date}: move ${first}`)
    if (first > 4) checked++
  }
  assert.ok(checked > 1, 'some novelties are not at the beginning')
})
