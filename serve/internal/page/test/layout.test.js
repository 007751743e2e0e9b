// What is where, in windows of usual sizes; and that no old answer stands under a new position.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { moveList, open, settled, shot } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const box = (page, selector) => page.locator(selector).first().boundingBox()
const inside = (b, { width, height }) => b.x >= 0 && b.y >= 0 && b.x + b.width <= width && b.y + b.height <= height

for (const size of [
  { width: 1400, height: 900 },
  { width: 1180, height: 820 },
  { width: 1920, height: 1080 },
])
  test(`all of a position is visible without scrolling: ${size.width}`, async () => {
    const page = await at.page({ path: '/?play=e2e4,e7e5', ...size })
    await settled(page, '14 games')
    await page.locator('.games .open').first().waitFor()
    for (const selector of [
      '.main-board',
      '.line button',
      '#entry',
      '.filters summary',
      '.heading',
      '.moves tbody tr:nth-child(3)',
      '.history svg',
      '.games tbody tr:nth-child(4)',
      '.exports a',
    ])
      assert.ok(inside(await box(page, selector), size), `${selector}: ${JSON.stringify(await box(page, selector))}`)
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'the page scrolls')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is too wide')
    const [board, moves, games] = [
      await box(page, '.main-board'),
      await box(page, '.moves'),
      await box(page, '.game-list'),
    ]
    assert.ok(board.x + board.width <= moves.x)
    const filters = await box(page, '.filters')
    assert.ok(filters.y < moves.y && filters.height < 40, 'the filters are one line above the moves')
    if (size.width === 1920) assert.ok(moves.x + moves.width <= games.x, 'three columns')
    else assert.ok(moves.y < games.y, 'games under the moves')
    await shot(page, `layout-${size.width}`)
  })

test('a tree of moves has five lines at least, and the field for moves stays', async () => {
  const page = await at.page({ width: 1400, height: 900 })
  await page.fill('#entry', readFileSync(new URL('annotated.pgn', import.meta.url), 'utf8'))
  await page.keyboard.press('Enter')
  await page.locator('.line .variation').first().waitFor()
  const lines = () =>
    page.$eval('.line[role=group]', (e) => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight))
  assert.ok((await lines()) >= 5, `${await lines()} lines`)
  for (const selector of ['.main-board', '#entry', '.entry .fen button'])
    assert.ok(inside(await box(page, selector), { width: 1400, height: 900 }), selector)
})

test('what belongs together stands in one row', async () => {
  const page = await at.page({ width: 1180, height: 820 })
  await settled(page, '61 games')
  await page.locator('.games .open').first().click()
  await page.locator('.score').waitFor()
  const [title, close] = [await box(page, '#game-title'), await box(page, '.viewer .panel-head > button')]
  assert.ok(close.y < title.y + title.height, 'Close is beside the title')
  const [panel, book] = [await box(page, '.position'), await box(page, '.extras .panel')]
  assert.ok(book.y + book.height <= panel.y + panel.height, 'the book is inside its panel')
  assert.ok(await page.$eval('.extras .panel', (e) => getComputedStyle(e).overflowY === 'auto'), 'and scrolls')
  await page.goto('/?tab=keys')
  const labels = await page.$$eval('.keys-ask form .row label > :is(select, input)', (all) =>
    all.map((e) => e.getBoundingClientRect()).map(({ top, height }) => [top, height]),
  )
  assert.equal(labels.length, 2)
  assert.deepEqual(labels[0], labels[1])
})

test('the whole row is the button, and names the opening that it leads to', async () => {
  const page = await at.page({ width: 1400 })
  await settled(page, '61 games')
  const row = page.locator('.moves tbody tr').first()
  assert.equal(await row.locator('td.opening').textContent(), "King's Pawn Game")
  const last = await row.locator('td.last').boundingBox()
  await page.mouse.click(last.x + last.width / 2, last.y + last.height / 2)
  await settled(page, '30 games')
  assert.match(page.url(), /play=e2e4$/)
})

test('moves are sorted by each column, and games too', async () => {
  const page = await at.page({ width: 1400 })
  await settled(page, '61 games')
  const scores = () => page.$$eval('.moves tr:not(.sum) td.points', (all) => all.map((c) => parseInt(c.textContent)))
  const table = page.locator('.moves')
  await table.getByRole('button', { name: 'Score' }).click()
  const down = await scores()
  assert.deepEqual(
    down,
    [...down].sort((a, b) => b - a),
  )
  await table.getByRole('button', { name: 'Score' }).click()
  const up = await scores()
  assert.deepEqual(
    up,
    [...up].sort((a, b) => a - b),
  )
  assert.notDeepEqual(up, down)
  assert.equal(await table.locator('[aria-sort=ascending]').textContent(), 'Score')
  for (const name of ['Move', 'Opening', 'Games', 'Share', 'Results', 'Last'])
    await table.getByRole('button', { name, exact: true }).click()
  const names = () => page.$$eval('.games tbody .white', (all) => all.map((c) => c.textContent))
  await page.locator('.games thead').getByRole('button', { name: 'White' }).click()
  const players = (await names()).map((both) => both.split(' – ')[0].toLowerCase())
  assert.deepEqual(players, [...players].sort())
})

test('old rows never stand under a new position', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.route(/(position|games)\?.*play=a2a3/, async (r) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await r.continue().catch(() => {})
  })
  await page.fill('#entry', 'a3')
  await page.keyboard.press('Enter')
  await page.waitForURL(/a2a3/)
  assert.equal(await page.locator('.moves tbody tr').count(), 0)
  assert.equal(await page.locator('.games tbody tr').count(), 0)
  assert.equal(await page.locator('.heading').count(), 0)
  assert.equal(await page.locator('.board-arrows path').count(), 0)
  assert.ok((await page.locator('.waiting[aria-busy=true]').count()) > 0)
  await page.locator('.heading').waitFor()
})

test('the first answers are asked for at once, each one time', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  page.asked.length = 0
  let pass
  const held = new Promise((resolve) => (pass = resolve))
  await page.route('**/stats', async (r) => {
    await held
    await r.continue()
  })
  const all = Promise.all(
    ['line?', 'position?', 'games?'].map((p) => page.waitForResponse((r) => r.url().includes(`/${p}play=e2e4,e7e5`))),
  )
  await page.goto('/?play=e2e4,e7e5')
  await all // while the page does not know yet which game it shows
  pass()
  await settled(page, '14 games')
  await page.locator('.games .open').first().waitFor()
  const here = page.asked.map((u) => new URL(u)).filter((u) => u.searchParams.get('play') === 'e2e4,e7e5')
  const paths = here.map((u) => u.pathname).sort()
  assert.deepEqual(paths, ['/', '/book', '/games', '/line', '/position'])
})

test('the moves that are likely next are fetched ahead', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  const is = (u) => /position\?play=e2e4&/.test(u)
  for (const end = Date.now() + 60_000; !page.asked.some(is) && Date.now() < end;) await page.waitForTimeout(50)
  await page.waitForLoadState('networkidle')
  await page.locator('.moves .move').first().click()
  await settled(page, '30 games')
  assert.ok((await moveList(page)).length > 3)
  assert.equal(page.asked.filter(is).length, 1, 'fetched once, before the click')
})

test('an empty answer says why, and how to leave it', async () => {
  const page = await at.page({ path: '/?since=1990&play=e2e4,e7e5,f2f4' })
  await page.locator('.empty', { hasText: 'No game under these filters' }).waitFor()
  await page.getByRole('button', { name: 'Show all games' }).click()
  await settled(page, '2 games')
  await page.goto('/?player=Nobody')
  await page.locator('.empty', { hasText: 'No player’s name is or begins with “Nobody”' }).waitFor()
  await page.goto('/?play=a2a4,a7a5,h2h4')
  await page.locator('.empty', { hasText: 'No game has this position' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Show all games' }).count(), 0)
})

test('speeds are offered only if games have them', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.filters summary').click()
  assert.equal(await page.getByLabel('blitz').count(), 0)
})

test('a click on a year of the chart shows its games, a second one all', async () => {
  const page = await at.page({ path: '/?play=e2e4,e7e5' })
  await settled(page, '14 games')
  const bar = page.locator('.history g', { has: page.locator('title', { hasText: /: 3 games/ }) })
  await bar.locator('.back').first().click({ force: true })
  await page.waitForURL(/since=\d{4}&until=\d{4}/)
  await settled(page, '3 games')
})

test('the colours follow the system, or the reader', async () => {
  const page = await at.page({ scheme: 'dark' })
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await paper()
  await page.getByLabel('Colours').selectOption('light')
  const light = await paper()
  assert.notEqual(dark, light)
  await page.reload()
  assert.equal(await paper(), light, 'the choice lasts')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByLabel('Colours').selectOption('auto')
  assert.equal(await paper(), light)
})
