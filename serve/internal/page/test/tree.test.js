// The reader's own tree of moves, what can be typed, pasted and dropped, and rules that only the server knows.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { open, pieceOn, settled, square } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const enter = async (page, text) => {
  await page.fill('#entry', text)
  await page.keyboard.press('Enter')
}
const tree = (page) =>
  page.$eval('div.line', (e) => e.textContent.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim())
const paste = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

test('variations are kept, promoted, deleted and commented on, and last', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await enter(page, 'e4 e5 Nf3')
  await page.waitForURL(/g1f3/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await settled(page, '30 games')
  await page.locator('.moves .move', { hasText: 'c5' }).first().click()
  await page.waitForURL(/c7c5/)
  assert.equal(await tree(page), '1.e4 e5 (1…c5) 2.Nf3')
  await page.getByRole('button', { name: 'Promote' }).click()
  assert.equal(await tree(page), '1.e4 c5 (1…e5 2.Nf3)')
  assert.ok(await page.getByRole('button', { name: 'Promote' }).isDisabled(), 'the main line is the first')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByLabel('Comment on c5').fill('the {Sicilian}')
  await page.keyboard.press('Enter')
  await page.locator('.line .comment', { hasText: 'Sicilian' }).waitFor()
  await page.reload()
  await page.locator('.line .variation').waitFor()
  assert.equal(await tree(page), '1.e4 c5 the {Sicilian) (1…e5 2.Nf3)')
  await page.locator('.line button', { hasText: 'e5' }).click()
  await page.waitForURL(/play=e2e4,e7e5,g1f3&at=2/)
  await page.getByRole('button', { name: 'Delete' }).click()
  assert.equal(await tree(page), '1.e4 c5 the {Sicilian)')
  assert.match(page.url(), /play=e2e4,c7c5&at=1/)
  assert.deepEqual(page.wrong, [])
})

// The tree of a public report: comments and variations were gone after one click.
test('New, Delete, a second paste and Use position are undone by Ctrl+Z and by Back', async () => {
  const lost = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 {a note} c5 (1... e5 2. Nf3) 2. Nf3 *'
  const want = '1.e4 a note 1…c5 (1…e5 2.Nf3) 2.Nf3'
  const page = await at.page()
  await settled(page, '61 games')
  await paste(page, lost)
  await page.waitForURL(/play=e2e4,c7c5,g1f3/)
  assert.equal(await tree(page), want)
  const again = () =>
    page.waitForFunction((want) => {
      const text = document.querySelector('div.line').textContent.replace(/\s+/g, ' ')
      return text.replaceAll('( ', '(').replaceAll(' )', ')').trim() === want
    }, want)
  const gone = () => page.waitForFunction(() => !document.querySelector('div.line').textContent.includes('a note'))
  const destroy = {
    New: () => page.getByRole('button', { name: 'New', exact: true }).click(),
    Delete: async () => {
      await page.locator('.line button', { hasText: 'e4' }).click()
      await page.waitForURL(/at=1/)
      await page.getByRole('button', { name: 'Delete' }).click()
    },
    'a second paste': () => paste(page, '1. d4 d5 2. c4 *'),
    'Use position': async () => {
      await page.locator('#set-up').click()
      await page.getByRole('button', { name: 'Use position' }).click()
    },
  }
  for (const [name, lose] of Object.entries(destroy))
    for (const undo of [() => page.keyboard.press('Control+z'), () => page.goBack()]) {
      await lose()
      await gone()
      await undo()
      await again().catch(() => assert.fail(name))
      assert.match(page.url(), /play=e2e4,c7c5,g1f3/)
      await page.reload() // what is shown is what is kept
      await page.locator('.line .variation').waitFor()
      assert.equal(await tree(page), want)
    }
  // Two changes are undone one after the other, and Forward does them again.
  await destroy.New()
  await gone()
  await destroy['a second paste']()
  await page.waitForURL(/play=d2d4,d7d5,c2c4/)
  await page.goBack()
  await page.waitForFunction(() => document.querySelector('div.line').textContent === '')
  await page.goForward()
  await page.waitForURL(/play=d2d4,d7d5,c2c4/)
  assert.equal(await tree(page), '1.d4 d5 2.c4')
  await page.keyboard.press('Control+z')
  await page.waitForFunction(() => document.querySelector('div.line').textContent === '')
  await page.keyboard.press('Control+z')
  await again()
  assert.deepEqual(page.wrong, [])
})

test('a tree is saved as PGN, opened again, and is in a link', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await enter(page, '1. d4 {first} d5 (1... Nf6 2. c4 (2. Nf3 $1)) 2. c4 *')
  await page.locator('.line .variation').first().waitFor()
  const want = '1.d4 first 1…d5 (1…Nf6 2.c4 (2.Nf3!)) 2.c4'
  assert.equal(await tree(page), want)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save PGN' }).click(),
  ])
  const pgn = readFileSync(await download.path(), 'utf8')
  assert.match(
    pgn,
    /\[Result "\*"\]\n\n1\. d4 \{first\} 1\.\.\. d5 \(1\.\.\. Nf6 2\. c4 \(2\. Nf3 \$1\)\) 2\. c4 \*\n$/,
  )
  await page.getByRole('button', { name: 'New' }).click()
  await page.waitForFunction(() => document.querySelector('div.line').textContent === '')
  await page.getByLabel('Open PGN').setInputFiles({ name: 'a.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) })
  await page.locator('.line .variation').first().waitFor()
  assert.equal(await tree(page), want)
  const other = await at.page({ path: '/#pgn=' + encodeURIComponent(pgn) })
  await other.locator('.line .variation').first().waitFor()
  assert.equal(await tree(other), want)
  await other.waitForURL(/play=d2d4,d7d5,c2c4/)
})

test('a PGN with an error keeps what stands before it', async () => {
  const page = await at.page()
  await enter(page, '[White "A"]\n[Black "B"]\n\n1. e4 c5 2. Nf3 Qh9 3. d4 *')
  await page.waitForURL(/play=e2e4,c7c5,g1f3$/)
  await page.locator('#entry-problem', { hasText: /Qh9.*What stands before it is shown/ }).waitFor()
  await pieceOn(page, 'f3', 'wn')
})

test('what is pasted anywhere is read: FEN, EPD, moves, links; and a file is dropped', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await paste(page, 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2')
  await settled(page, '7 games')
  await paste(page, 'nf3')
  await page.waitForURL(/play=g1f3/)
  await paste(page, 'https://lichess.org/analysis/pgn/1._e4_e5_2._Nf3_Nc6')
  await page.waitForURL(/\?play=e2e4,e7e5,g1f3,b8c6$/)
  await paste(page, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id "x";')
  await settled(page, '14 games')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['1. d4 Nf6 2. c4 *'], 'a.pgn'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  })
  await settled(page, '13 games')
})

test('Chess960: castling is played on the board, in the field and from a link', async () => {
  const fen = '4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1'
  const page = await at.page({ path: '/?fen=' + encodeURIComponent(fen) })
  await pieceOn(page, 'f1', 'wk')
  await page.waitForLoadState('networkidle')
  await page.mouse.click(...(await square(page, 'f1')))
  await page.mouse.click(...(await square(page, 'g1')))
  await page.waitForURL(/play=f1g1/)
  await pieceOn(page, 'g1', 'wk')
  await pieceOn(page, 'f1', 'wr')
  assert.match(await tree(page), /O-O/)
  await page.reload()
  await pieceOn(page, 'g1', 'wk')
  await page.keyboard.press('ArrowLeft')
  await pieceOn(page, 'f1', 'wk')
  await enter(page, '0-0-0')
  await page.waitForURL(/play=f1b1/)
  await pieceOn(page, 'c1', 'wk')
  await pieceOn(page, 'd1', 'wr')
  assert.deepEqual(page.wrong, [])
})

test('the king is dragged on its rook', async () => {
  const page = await at.page({ path: '/?fen=' + encodeURIComponent('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1') })
  await page.waitForLoadState('networkidle')
  await page.mouse.move(...(await square(page, 'e1')))
  await page.mouse.down()
  await page.mouse.move(...(await square(page, 'g1')), { steps: 4 })
  await page.mouse.move(...(await square(page, 'h1')), { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/play=e1g1/)
  await pieceOn(page, 'f1', 'wr')
})

test('a link with an illegal move shows the legal part and says so', async () => {
  const page = await at.page({ path: '/?play=e2e4,e7e5,e4e5,g8f6' })
  await settled(page, '14 games')
  await pieceOn(page, 'e5', 'bp')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.match(await alert.textContent(), /e4e5 is not a legal move after 1…\s?e5.*The moves before it are shown/)
  assert.equal(await page.locator('.line button').count(), 2)
})

test('the wheel over the board steps', async () => {
  const page = await at.page({ path: '/?play=e2e4,e7e5' })
  await settled(page, '14 games')
  await page.mouse.move(...(await square(page, 'd4')))
  await page.mouse.wheel(0, -100)
  await page.waitForURL(/at=1/)
  await page.mouse.wheel(0, 100)
  await settled(page, '14 games')
})

test('a tree that cannot be read again now is kept, with its result', async () => {
  const page = await at.page()
  await enter(page, '1. e4 e5 (1... c5) 1-0')
  await page.locator('.line .variation').waitFor()
  const kept = () => page.evaluate(() => sessionStorage.getItem('tree'))
  await page.route('**/read?*', (r) => r.abort())
  await page.route('**/read', (r) => r.abort())
  await page.reload()
  await settled(page, '14 games')
  assert.match(await kept(), /c5.*1-0/)
  await page.unrouteAll()
  await page.reload()
  await page.locator('.line .variation').waitFor()
  assert.match(await kept(), /Result .{0,2}1-0.*c5/)
})

test('a null move in a variation is shown, and what follows it counted', async () => {
  const page = await at.page()
  await enter(page, '1. d4 d5 (1... -- 2. c4) *')
  await page.locator('.line .variation button', { hasText: '--' }).click()
  await page.waitForURL(/play=d2d4,0000,c2c4/)
  await page.locator('.heading', { hasText: 'White to move' }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(page.wrong, [])
})
