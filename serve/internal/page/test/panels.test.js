// Panels have their places, dividers move them, nothing in them is cut, and the first answer is there soon.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { cut, file, open, settled, slow, violations, watch } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const box = (page, selector) => page.locator(selector).first().boundingBox()
const sizes = [
  { width: 1180, height: 820 },
  { width: 1400, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
]

const places = [
  '.board-frame',
  '.controls',
  'div.line',
  '.entry .tools',
  '#entry',
  '.position',
  '.summary',
  '.position .scroll',
  '.extras',
  '.side-answers > .divider',
]

for (const size of sizes)
  test(`stepping moves nothing, on a slow line too: ${size.width}`, async () => {
    const page = await at.page({ path: '/?play=e2e4,c7c5,g1f3,d7d6,d2d4,c5d4,f3d4,g8f6,b1c3,a7a6&at=0', ...size })
    await settled(page, '61 games')
    await page.locator('.games .open').first().waitFor()
    await slow(page)
    const seen = await watch(page, [...places, '.game-list', '.game-list .panel-head'])
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('ArrowRight')
      await page.waitForTimeout(i % 3 === 0 ? 2500 : 100) // some answers arrive, others are left behind
    }
    await page.locator('#opening', { hasText: 'Najdorf' }).waitFor()
    for (const [selector, all] of await seen()) assert.equal(all.length, 1, `${selector}: ${all.join(' and ')}`)
  })

test('opening a game and stepping through it moves nothing', async () => {
  const page = await at.page({ width: 1400, height: 900 })
  await settled(page, '61 games')
  await page.locator('.games .open').first().waitFor()
  await slow(page)
  const seen = await watch(page, [
    ...places,
    '.viewer',
    '.viewer .panel-head',
    '.viewer .score',
    '.worths',
    '.viewer .exports',
  ])
  await page.locator('.games .open').first().click()
  await page.locator('.viewer .score button').first().waitFor()
  await page.keyboard.press('Home')
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(i % 4 === 0 ? 2500 : 60)
  }
  await page.locator('.worth-here', { hasText: 'No value' }).waitFor()
  const all = await seen()
  assert.equal(all.length, 15)
  for (const [selector, where] of all) assert.equal(where.length, 1, `${selector}: ${where.join(' and ')}`)
})

test('lines that stand for what is loading stay inside their panel', async () => {
  for (const size of sizes) {
    const page = await at.page({ ...size })
    await settled(page, '61 games')
    await slow(page)
    await page.fill('#entry', 'a3') // which is not fetched ahead
    await page.keyboard.press('Enter')
    await page.locator('.lines span').first().waitFor()
    const out = await page.$$eval('.lines', (all) =>
      all
        .filter((e) => {
          const [inner, panel] = [e.parentElement, e.closest('.panel')].map((x) => x.getBoundingClientRect())
          const clips = [...ancestors(e)].some((a) => getComputedStyle(a).overflowY !== 'visible')
          const own = e.getBoundingClientRect()
          return inner.bottom > panel.bottom || (own.bottom > panel.bottom && !clips)
          function* ancestors(x) {
            for (let a = x.parentElement; a && !a.matches('.panel'); a = a.parentElement) yield a
          }
        })
        .map((e) => e.parentElement.outerHTML.slice(0, 80)),
    )
    assert.deepEqual(out, [], `${size.width}`)
    await at.leave()
  }
})

test('dividers are moved by pointer and keyboard, last, and are given back', async () => {
  const page = await at.page({ width: 1400, height: 900 })
  await settled(page, '61 games')
  const divider = (name) => page.getByRole('separator', { name })
  const board = divider('Width of the board')
  const width = async () => (await box(page, '.side-board')).width
  const height = async () => (await box(page, '.position')).height
  const usual = [await width(), await height()]
  const b = await board.boundingBox()
  await page.mouse.move(b.x + b.width / 2, 300)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2 - 100, 320, { steps: 4 })
  await page.mouse.up()
  assert.ok(Math.abs((await width()) - usual[0] + 100) < 4, `${usual[0]} to ${await width()}`)
  assert.ok((await box(page, '.main-board')).width < usual[0] - 90, 'the board is smaller')
  const moves = divider('Height of the moves')
  await moves.focus()
  const before = page.url()
  const now = Number(await moves.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal(Number(await moves.getAttribute('aria-valuenow')), now - 4)
  assert.ok((await height()) < usual[1] - 20)
  await board.focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(page.url(), before, 'the arrows do not step along the line')
  assert.deepEqual(await violations(page), [])
  const chosen = [await width(), await height()]
  await page.reload()
  await settled(page, '61 games')
  assert.deepEqual([await width(), await height()], chosen, 'they last')
  await board.dblclick()
  await moves.focus()
  await page.keyboard.press('Enter')
  assert.deepEqual([await width(), await height()], usual)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const beside = divider('Width of the moves')
  assert.equal(await beside.getAttribute('aria-orientation'), 'vertical')
  const wide = (await box(page, '.position')).width
  await beside.focus()
  await page.keyboard.press('ArrowRight')
  assert.ok((await box(page, '.position')).width > wide)
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), key)
    assert.ok((await box(page, '.game-list')).width > 200 && (await box(page, '.position')).width > 200, key)
  }
  assert.deepEqual(page.wrong, [])
})

for (const size of [...sizes, { width: 1600, height: 900 }, { width: 390, height: 844 }])
  test(`no name is cut: ${size.width}`, async () => {
    for (const path of ['/', '/?play=e2e4,c7c5,g1f3', '/?play=e2e4,e7e5,g1f3,b8c6']) {
      const page = await at.page({ path, ...size })
      await page.locator('.games .open').first().waitFor()
      await page.locator('.moves .move').first().waitFor()
      assert.ok((await page.locator('.games .name').count()) > 5)
      assert.deepEqual(await cut(page), [], path)
      await at.leave()
    }
  })

test('at 1920 pixels each name of a player is on one line', async () => {
  const page = await at.page({ width: 1920, height: 1080 })
  await settled(page, '61 games')
  await page.locator('.games .open').first().waitFor()
  const tall = await page.$$eval('.games .name', (all) =>
    all.filter((e) => e.getBoundingClientRect().height > 30).map((e) => e.textContent),
  )
  assert.deepEqual(
    tall.filter((name) => name.length < 28),
    [],
  )
})

test('the board takes the height that there is', async () => {
  for (const [size, least] of [
    [sizes[2], 650],
    [sizes[3], 950],
  ]) {
    const page = await at.page({ path: '/?play=e2e4,e7e5', ...size })
    await settled(page, '14 games')
    const board = await box(page, '.main-board')
    assert.ok(board.width >= least, `${board.width} pixels in a window of ${size.width}`)
    assert.ok(Math.abs(board.width - board.height) < 2)
    const [line, tools] = [await box(page, 'div.line'), await box(page, '.entry')]
    assert.ok(tools.y + tools.height <= size.height && line.height > 60, JSON.stringify([line, tools]))
    await at.leave()
  }
})

test('openings are named by what the heading does not say', async () => {
  const page = await at.page({ path: '/?play=e2e4,c7c5,g1f3', width: 1600 })
  await page.locator('#opening', { hasText: 'Sicilian Defense' }).waitFor()
  const names = await page.$$eval('.moves td.opening', (all) => all.map((c) => [c.textContent, c.title]))
  assert.deepEqual(names[0], ['…Modern Variations', 'Sicilian Defense: Modern Variations'])
  for (const [shown, whole] of names) assert.ok(whole.endsWith(shown.replace(/^…/, '')), `${shown} of ${whole}`)
  await page.goto('/')
  await settled(page, '61 games')
  assert.equal(await page.locator('.moves td.opening').first().textContent(), "King's Pawn Game")
})

test('a FEN ends in an ellipsis, and is copied whole', async () => {
  const page = await at.page({ path: '/?play=e2e4,c7c5,g1f3', width: 1180, height: 820 })
  await page.locator('.heading').waitFor()
  const fen = page.getByLabel('FEN of the position')
  assert.ok(await fen.evaluate((e) => e.scrollWidth > e.clientWidth), 'it is longer than its place')
  assert.equal(await fen.evaluate((e) => getComputedStyle(e).textOverflow), 'ellipsis')
  const want = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fen.click()
  await page.keyboard.press('Control+c')
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), want)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copy FEN' }).click()
  await page.waitForFunction((want) => navigator.clipboard.readText().then((t) => t === want), want)
})

test('a comment takes the focus and several lines, and Ctrl+Enter keeps it', async () => {
  const page = await at.page({ path: '/?play=e2e4,e7e5' })
  await settled(page, '14 games')
  const comment = page.getByRole('button', { name: 'Comment' })
  await comment.click()
  const field = page.getByLabel('Comment on e5')
  assert.ok(await field.evaluate((e) => e === document.activeElement && e.tagName === 'TEXTAREA'))
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  assert.equal(await field.inputValue(), 'one\ntwo')
  await page.keyboard.press('Control+Enter')
  await page.locator('.line .comment', { hasText: 'one' }).waitFor()
  assert.equal(await field.count(), 0)
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Comment')
  await comment.click()
  await page.keyboard.type(' three')
  await page.keyboard.press('Escape')
  assert.equal(await field.count(), 0)
  assert.ok(!(await page.locator('.line .comment').textContent()).includes('three'), 'Esc leaves it as it was')
  await comment.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('four')
  await page.locator('.heading').click() // leaving the field keeps it
  await page.locator('.line .comment', { hasText: 'four' }).waitFor()
  assert.deepEqual(page.wrong, [])
})

test('the moves and games stay while a position is set up', async () => {
  for (const size of sizes.slice(0, 3)) {
    const page = await at.page(size)
    await settled(page, '61 games')
    await page.getByRole('button', { name: 'Set up' }).click()
    for (const part of ['.squares', '.palette', '.moves .move', '.games .open', '.exports a']) {
      const b = await box(page, part)
      assert.ok(b && b.x >= 0 && b.y + b.height <= size.height, `${part}: ${JSON.stringify(b)}`)
    }
    await page.locator('.moves .move').first().click()
    await settled(page, '30 games')
    assert.equal(await page.locator('.editor').count(), 0, 'a move of the list is played')
    await at.leave()
  }
})

// Timing decides no test: the numbers are for people. Each page is of a new browser context, with nothing cached.
test('the first answer after a cold start is measured, and little is sent for it', async (t) => {
  const times = []
  for (let i = 0; i < 5; i++) {
    const page = await at.page({ path: 'about:blank', wait: false })
    await page.addInitScript(() => {
      new MutationObserver((_, all) => {
        if (!document.querySelector('.moves tbody .move')) return
        all.disconnect()
        requestAnimationFrame(() => setTimeout(() => (window.answered = performance.now())))
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(at.base)
    await page.waitForFunction(() => window.answered)
    times.push(Math.round(await page.evaluate(() => window.answered)))
    assert.deepEqual(
      page.asked.filter((u) => u !== 'about:blank' && !u.startsWith(at.base + '/')),
      [],
      'no other host is asked',
    )
    await at.leave()
  }
  t.diagnostic(`the first moves are drawn ${times.sort((a, b) => a - b).join(', ')} ms after the start of a visit`)
  const script = gzipSync(readFileSync(file('../dist/page.js')), { level: 9 }) // as the server sends it
  t.diagnostic(`the script has ${script.length} bytes with gzip`)
  assert.ok(script.length <= 60_000)
})
