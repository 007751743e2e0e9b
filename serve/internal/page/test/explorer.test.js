// Moves, filters, pages of games, links.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { moveList, open, picture, pieceOn, settled, shot, square, still } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

test('the start position shows what the sample holds', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  const moves = await moveList(page)
  // Of the games of internal/records/sample/famous.pgn 30 begin with e4, 21 with d4.
  assert.deepEqual(moves[0].slice(0, 2), ['e4', 30])
  assert.deepEqual(moves[1].slice(0, 2), ['d4', 21])
  for (const [san, played, reaches] of moves)
    assert.ok(reaches >= played, `${san} played ${played}, reaches ${reaches}`)
  assert.ok((await page.locator('.history svg').getAttribute('aria-label')).includes('from 1834 to 2016'))
  assert.ok((await page.locator('.board-arrows path').count()) >= 2, 'arrows for the most played moves')
  await shot(page, 'start')
  assert.deepEqual(page.wrong, [])
})

test('the README shows a position, its moves and its games', async () => {
  const page = await at.page({ path: '/?play=d2d4,g8f6,c2c4' })
  await settled(page, '13 games')
  // Of the games of internal/records/sample/famous.pgn.
  assert.deepEqual(
    (await moveList(page)).map(([san, played]) => [san, played]),
    [
      ['e6', 6],
      ['g6', 4],
      ['d6', 2],
      ['c5', 1],
    ],
  )
  await page.locator('.history svg').waitFor()
  await still(page)
  await picture(page, 'explorer', { x: 0, y: 0, width: 1280, height: 900 })
  assert.deepEqual(page.wrong, [])
})

test('moves are played by click, by drag, in the table and in the field', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.mouse.click(...(await square(page, 'e2')))
  assert.equal(await page.locator('.board-dots circle').count(), 2, 'e3 and e4')
  await page.mouse.click(...(await square(page, 'e4')))
  await settled(page, '30 games')
  await pieceOn(page, 'e4', 'wp')

  await page.mouse.move(...(await square(page, 'e7')))
  await page.mouse.down()
  await page.mouse.move(...(await square(page, 'e6')), { steps: 4 })
  const [x, y] = await square(page, 'e5')
  await page.mouse.move(x, y, { steps: 4 })
  const held = await page.locator('.dragged-piece').boundingBox()
  assert.ok(
    Math.abs(held.x + held.width / 2 - x) < 2 && Math.abs(held.y + held.height / 2 - y) < 2,
    'the piece follows the pointer',
  )
  await page.mouse.up()
  await settled(page, '14 games')
  await page.locator('.dragged-piece').waitFor({ state: 'detached' }) // after its last slide

  await page.locator('.moves .move', { hasText: 'Nf3' }).click()
  await settled(page, '11 games')
  await page.fill('#entry', 'Nc6 Bb5')
  await page.keyboard.press('Enter')
  await settled(page, '3 games')
  assert.match(page.url(), /play=e2e4,e7e5,g1f3,b8c6,f1b5$/)
  await pieceOn(page, 'b5', 'wb')
  assert.deepEqual(page.wrong, [])
})

test('illegal moves are refused', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.mouse.click(...(await square(page, 'e2')))
  await page.mouse.click(...(await square(page, 'e5')))
  await page.mouse.click(...(await square(page, 'e8')))
  assert.equal(new URL(page.url()).search, '')
  await pieceOn(page, 'e2', 'wp')
  await page.fill('#entry', 'Ke7')
  await page.keyboard.press('Enter')
  await page.locator('#entry-problem', { hasText: 'no white king can go to e7' }).waitFor()
  assert.equal(await page.locator('#entry').getAttribute('aria-invalid'), 'true')
})

test('castling moves both pieces, promotion asks for the piece', async () => {
  const page = await at.page({ path: '/?fen=' + encodeURIComponent('8/P5k1/8/8/8/8/8/R3K2R w KQ - 0 1') })
  await page.mouse.click(...(await square(page, 'e1')))
  await page.mouse.click(...(await square(page, 'g1')))
  await page.waitForURL(/play=e1g1/)
  await pieceOn(page, 'f1', 'wr')
  await page.goBack()
  await page.mouse.click(...(await square(page, 'a7')))
  await page.mouse.click(...(await square(page, 'a8')))
  await page.getByRole('button', { name: 'Knight' }).click()
  await page.waitForURL(/play=a7a8n/)
  await pieceOn(page, 'a8', 'wn')
  assert.deepEqual(page.wrong, [])
})

test('back and forward of the browser, and a link, bring the state back', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.moves .move', { hasText: 'd4' }).click()
  await settled(page, '21 games')
  await page.locator('.moves .move', { hasText: 'd5' }).first().click()
  await page.waitForURL(/d7d5/)
  await page.locator('#opening', { hasText: 'D00' }).waitFor()
  const there = page.url()
  await page.goBack()
  await settled(page, '21 games')
  await page.goBack()
  await settled(page, '61 games')
  await page.goForward()
  await settled(page, '21 games')
  await page.goto(there)
  await page.locator('#opening', { hasText: 'D00' }).waitFor()
  await pieceOn(page, 'd5', 'bp')
})

test('filters count fewer games, and the URL keeps them', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.filters summary').click()
  await page.getByLabel('Since').fill('1950')
  await page.getByLabel('Since').press('Enter')
  await page.waitForURL(/since=1950/)
  await page.waitForFunction(
    () => document.querySelector('.heading') && !document.querySelector('.heading').textContent.includes('61 games'),
  )
  const listed = () => Number(/Download ([\d,]+) game/.exec(document.querySelector('.exports')?.textContent)?.[1])
  await page.waitForFunction(listed)
  const since = await page.evaluate(listed)
  assert.ok(since > 10 && since < 50, `${since} games since 1950`)
  await page.getByLabel('Black won').check()
  await page.waitForURL(/result=0-1/)
  await settled(page, 'games')
  await page.waitForFunction(
    (n) => Number(/Download ([\d,]+) game/.exec(document.querySelector('.exports')?.textContent)?.[1]) < n,
    since,
  )
  assert.deepEqual(
    new Set(await page.$$eval('.games td.result', (all) => all.map((r) => r.textContent))),
    new Set(['0–1']),
  )
  const years = await page.$$eval('.games td.when', (all) => all.map((w) => Number(/\d{4}/.exec(w.textContent)[0])))
  assert.ok(
    years.every((y) => y >= 1950),
    String(years),
  )
  await page.reload()
  assert.match(await page.locator('.filters summary').textContent(), /since 1950, result 0-1/)
  await page.locator('.filters summary').click()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await settled(page, '61 games')
  assert.deepEqual(page.wrong, [])
})

test('a player is found by a part of the name', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.filters summary').click()
  await page.getByLabel('Player').fill('kasp')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#players option')].some((o) => o.value === 'Kasparov, Garry'),
  )
  await page.getByLabel('Player').fill('Kasparov, Garry')
  await page.getByLabel('Player').press('Enter')
  await page.waitForURL(/player=Kasparov/)
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.games tbody tr')] // none while the list is loading
    return all.length > 2 && all.every((o) => o.textContent.includes('Kasparov'))
  })
})

test('paging through the games shows each once', async () => {
  const page = await at.page()
  const seen = []
  for (let skip = 0; ; skip += 50) {
    await page.locator('.pager span', { hasText: `${skip + 1}–` }).waitFor()
    seen.push(...(await page.$$eval('.games tbody tr', (all) => all.map((o) => o.textContent))))
    if (await page.getByRole('button', { name: 'Next' }).isDisabled()) break
    await page.getByRole('button', { name: 'Next' }).click()
  }
  assert.equal(seen.length, 61)
  assert.equal(new Set(seen).size, 61)
  assert.match(page.url(), /skip=50/)
  await page.goBack()
  await page.locator('.pager span', { hasText: '1–50' }).waitFor()
  await page.getByRole('button', { name: 'By date' }).click()
  await page.locator('.pager span', { hasText: '1–50' }).waitFor()
  await page.waitForFunction(() => /2016/.test(document.querySelector('.games td.when').textContent))
})

test('games of the same pawn structure, and what can be downloaded', async () => {
  const page = await at.page({ path: '/?play=e2e4,e7e5,g1f3' })
  await settled(page, '11 games')
  await page.getByRole('button', { name: 'Same pawns' }).click()
  await page.waitForURL(/by=pawns/)
  await page.locator('.legend code', { hasText: '8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8' }).waitFor()
  const all = Number(/Download (\d+)/.exec(await page.locator('.exports').textContent())[1])
  assert.equal(all, 14, 'games that begin 1. e4 e5')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /as PGN/ }).click(),
  ])
  assert.match(download.url(), /export\.pgn\?.*by=pawns/)
  await page.getByRole('button', { name: 'Same material' }).click()
  await page.waitForURL(/by=material/)
})

test('FEN and PGN are pasted', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.fill('#entry', 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await settled(page, '7 games')
  await pieceOn(page, 'c5', 'bp')
  const pgn = '[White "A"]\n[Black "B"]\n\n1. d4 {first} d5 2. c4 (2. Nf3) e6 ; a line\n3. Nc3 *\n'
  await page.fill('#entry', pgn)
  await page.keyboard.press('Enter')
  await page.waitForURL(/play=d2d4,d7d5,c2c4,e7e6,b1c3/)
  await page.locator('#entry-problem', { hasText: 'A – B: 5 moves' }).waitFor()
  assert.equal(await page.locator('.line .main-line > .word').count(), 5)
  assert.equal(await page.locator('.line .variation').count(), 1)
  await page.fill('#entry', 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQ1BNR w KQkq - 0 2')
  await page.keyboard.press('Enter')
  await page.locator('#entry-problem', { hasText: /king/ }).waitFor()
})

test('no request leaves for another server', async () => {
  const page = await at.page({ path: '/?play=e2e4' })
  await settled(page, '30 games')
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.locator('.tags .verdict').waitFor()
  assert.ok(page.asked.length > 5)
  assert.deepEqual(
    page.asked.filter((u) => !u.startsWith(at.base + '/')),
    [],
  )
  assert.deepEqual(page.wrong, [])
})

test('the first answer takes few round trips and bytes', async () => {
  // Timing decides no test. One round trip for the page, one for its files, one or two for what they ask: on loopback
  // that is drawn in less than 300 ms.
  const page = await at.page()
  const asked = []
  page.on('request', (r) => asked.push(new URL(r.url()).pathname))
  await page.reload()
  await settled(page, '61 games')
  const own = asked.slice(0, asked.indexOf('/position'))
  assert.deepEqual(
    [...new Set(own)].filter(
      (path) => !['/', '/page.js', '/page.css', '/icon.svg', '/stats', '/line', '/book'].includes(path),
    ),
    [],
    'nothing else comes before the first question',
  )
  assert.ok(own.filter((p) => p === '/line').length <= 1, own.join())
  const script = await (await page.request.get('/page.js')).body()
  const { gzipSync } = await import('node:zlib')
  assert.ok(gzipSync(script).length < 150_000, 'the script, compressed')
  assert.ok(script.length < 300_000, 'the script as it is sent')
})

test('a finger plays moves', async () => {
  const page = await at.page({ width: 390, height: 800, hasTouch: true, isMobile: true })
  await settled(page, '61 games')
  await page.touchscreen.tap(...(await square(page, 'e2')))
  await page.touchscreen.tap(...(await square(page, 'e4')))
  await settled(page, '30 games')
  await pieceOn(page, 'e4', 'wp')
  await page.locator('.moves .move', { hasText: 'c5' }).tap()
  await settled(page, '7 games')
  assert.deepEqual(page.wrong, [])
})

test('the policy of the page forbids inline scripts and styles', async () => {
  const page = await at.page()
  const policy = (await page.request.get('/')).headers()['content-security-policy']
  assert.match(policy, /script-src 'self'(;|$)/)
  assert.match(policy, /style-src 'self'(;|$)/)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.inline = true'
    document.body.append(script)
    document.body.setAttribute('style', 'margin-top: 77px')
  })
  assert.equal(await page.evaluate(() => window.inline), undefined)
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).marginTop), '0px')
})

test('a double click plays one move', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.moves .move').first().dblclick()
  await settled(page, '30 games')
  assert.match(page.url(), /play=e2e4$/)
})
