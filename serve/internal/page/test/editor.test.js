// Setting up a position, and drawing on the board.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open, pieceOn, settled, shot, square, violations } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

test('a position is set up by the pointer, and goes into the link', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  const put = async (piece, ...squares) => {
    await page.getByRole('radio', { name: piece }).check({ force: true })
    for (const s of squares) await page.locator(`[data-at=${s}]`).click()
  }
  await put('White king', 'e1')
  await put('White rook', 'h1', 'a1', 'a8')
  await put('Remove', 'a8')
  await page.getByRole('button', { name: 'Use position' }).click()
  await page.locator('.editor .problem', { hasText: /king/ }).waitFor() // Black has none
  assert.equal(await page.locator('.editor .problem').textContent(), 'Black has no king; each side has one.')
  await put('Black king', 'e8')
  await page.getByLabel('White O-O', { exact: true }).check()
  await shot(page, 'editor')
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Use position' }).click()
  await page.waitForURL(/fen=4k3\/8\/8\/8\/8\/8\/8\/R3K2R\+w\+K\+-\+0\+1/)
  await page.locator('.heading', { hasText: 'White to move' }).waitFor()
  await page.mouse.click(...(await square(page, 'e1')))
  await page.mouse.click(...(await square(page, 'g1')))
  await page.waitForURL(/play=e1g1/)
  await pieceOn(page, 'f1', 'wr')
  assert.equal(page.wrong.length, 1, 'the browser reports the answer to the board without a king')
})

test('a position is set up by the keyboard alone', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.getByRole('button', { name: 'Set up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-at=e4]').focus()
  for (const key of ['K', 'ArrowUp', 'Q', 'Delete', 'ArrowUp', 'k', 'ArrowRight', 'p']) await page.keyboard.press(key)
  assert.equal(await page.locator('[data-at=f6]').getAttribute('aria-label'), 'f6: Black pawn')
  assert.equal(await page.locator('.squares [tabindex="0"]').count(), 1)
  await page.getByRole('button', { name: 'Black to move' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use position' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/fen=8\/8\/4kp2\/8\/4K3\/8\/8\/8\+b\+-\+-\+0\+1/)
  assert.equal(await page.locator('.editor').count(), 0)
  assert.deepEqual(page.wrong, [])
})

test('the editor has the focus, and Esc leaves it', async () => {
  const page = await at.page({ path: '/?play=e2e4' })
  await settled(page, '30 games')
  await page.getByRole('button', { name: 'Set up' }).click()
  assert.equal(await page.evaluate(() => document.activeElement.dataset.at), 'e4')
  const coordinates = await page.locator('.squares text').allTextContents()
  assert.equal(coordinates.join(''), '87654321abcdefgh')
  await page.locator('.hint').click() // the focus is nowhere
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await settled(page, '30 games')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Set up')
  assert.deepEqual(page.wrong, [])
})

test('the right button draws arrows and circles, and the left one takes them away', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  const drag = async (from, to) => {
    await page.mouse.move(...(await square(page, from)))
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(...(await square(page, to)))
    await page.mouse.up({ button: 'right' })
  }
  await drag('g1', 'f3')
  await drag('e5', 'e5')
  await page.locator('.board-arrows path.drawn').waitFor()
  await page.locator('.board-arrows circle.drawn').waitFor()
  await drag('g1', 'f3')
  await page.locator('.board-arrows path.drawn').waitFor({ state: 'detached' })
  await pieceOn(page, 'g1', 'wn')
  await page.mouse.click(...(await square(page, 'd5')))
  await page.locator('.board-arrows circle.drawn').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(page.wrong, [])
})

test('castling in a line of Chess960 is played by click', async () => {
  // After 1. e4 the FEN alone would be read as one of standard chess.
  const fen = 'rknbbqnr/pppppppp/8/8/8/8/PPPPPPPP/RK2BQNR w HAha - 0 1'
  const page = await at.page({ path: '/?fen=' + encodeURIComponent(fen) })
  await page.locator('.heading').waitFor()
  await page.mouse.click(...(await square(page, 'b1')))
  await page.mouse.click(...(await square(page, 'a1')))
  await page.waitForURL(/play=b1a1/)
  await pieceOn(page, 'c1', 'wk')
  await pieceOn(page, 'd1', 'wr')
  await page.mouse.click(...(await square(page, 'e7')))
  await page.mouse.click(...(await square(page, 'e5')))
  await page.waitForURL(/play=b1a1,e7e5/)
  assert.ok(
    page.asked.some((u) => /line\?fen=.*play=b1a1/.test(u)),
    'rules by the first position and the moves',
  )
  assert.deepEqual(page.wrong, [])
})
