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
  await page.keyboard.press('Control+Enter')
  await page.locator('.line .comment', { hasText: 'Sicilian' }).waitFor()
  await page.reload()
  await page.locator('.line .variation').waitFor()
  assert.equal(await tree(page), '1.e4 c5 the {Sicilian} (1…e5 2.Nf3)')
  await page.locator('.line button', { hasText: 'e5' }).click()
  await page.waitForURL(/play=e2e4,e7e5,g1f3&at=2/)
  await page.getByRole('button', { name: 'Delete' }).click()
  assert.equal(await tree(page), '1.e4 c5 the {Sicilian}')
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
      const text = (document.querySelector('div.line')?.textContent ?? '').replace(/\s+/g, ' ')
      return text.replaceAll('( ', '(').replaceAll(' )', ')').trim() === want
    }, want)
  const gone = () =>
    page.waitForFunction(() => document.querySelector('div.line')?.textContent.includes('a note') === false)
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

test('each change is undone and done again, by keys and buttons, also after a reload', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  const button = (name) => page.getByRole('button', { name, exact: true })
  const shows = (want) =>
    page
      .waitForFunction((want) => {
        const text = (document.querySelector('div.line')?.textContent ?? '').replace(/\s+/g, ' ')
        return text.replaceAll('( ', '(').replaceAll(' )', ')').trim() === want
      }, want)
      .catch(async () => assert.equal(await tree(page), want))
  assert.ok(await button('Undo').isDisabled())
  assert.ok(await button('Redo').isDisabled())
  await paste(page, '1. e4 {a {note} c5 (1... e5 2. Nf3) *')
  const states = ['1.e4 a {note 1…c5 (1…e5 2.Nf3)']
  await shows(states[0])
  await page.locator('.line button', { hasText: 'e5' }).click()
  await page.waitForURL(/play=e2e4,e7e5,g1f3&at=2/)
  const changes = [
    [() => button('Promote').click(), '1.e4 a {note 1…e5 (1…c5) 2.Nf3'],
    [
      async () => {
        await button('Comment').click()
        await page.getByLabel('Comment on e5').fill('mine}')
        await page.keyboard.press('Control+Enter')
      },
      '1.e4 a {note 1…e5 mine} (1…c5) 2.Nf3',
    ],
    [() => button('Delete').click(), '1.e4 a {note 1…c5'],
    [() => button('New').click(), ''],
  ]
  for (const [change, want] of changes) {
    await change()
    await shows(want)
    states.push(want)
  }
  await page.evaluate(() => document.activeElement.blur())
  const back = ['Control+z', 'Control+z', 'Undo', 'Undo']
  const on = ['Control+y', 'Control+Shift+Z', 'Redo', 'Redo']
  for (const reload of [false, true]) {
    for (let i = states.length - 2; i >= 0; i--) {
      const how = back[states.length - 2 - i]
      await (how.startsWith('Control') ? page.keyboard.press(how) : button(how).click())
      await shows(states[i])
      if (reload) await page.reload()
      await shows(states[i])
    }
    for (let i = 1; i < states.length; i++) {
      const how = on[i - 1]
      await (how.startsWith('Control') ? page.keyboard.press(how) : button(how).click())
      await shows(states[i])
      if (reload) await page.reload()
      await shows(states[i])
    }
    assert.ok(await button('Redo').isDisabled())
  }
  // Another change ends what could be done again.
  await page.keyboard.press('Control+z')
  await shows(states[3])
  await paste(page, '1. d4 d5 *')
  await shows('1.d4 d5')
  assert.ok(await button('Redo').isDisabled())
  await button('Undo').click()
  await shows(states[3])
  // A page without a tree in its address begins where the tab was, and another start is another tree.
  await page.goto('/')
  await shows(states[3])
  await page.goto('/?fen=' + encodeURIComponent('4k3/8/8/8/8/8/8/4K2R w K - 0 1'))
  await shows('')
  await button('Undo').click()
  await shows(states[3])
  // The link to the content makes an entry of its own, which has the same tree.
  await page.evaluate(() => (location.hash = '#content'))
  await shows(states[3])
  assert.deepEqual(page.wrong, [])
})

test('a damaged link says so, and shows what can be read', async () => {
  const whole = encodeURIComponent(
    '[White "A"]\n[Result "*"]\n\n1. e4 {ein schöner Zug} c5 (1... e5 2. Nf3) 2. Nf3 *',
  )
  const cut = (text) => whole.slice(0, whole.indexOf(text))
  const cases = [
    ['/#pgn=' + whole, '1.e4 ein schöner Zug 1…c5 (1…e5 2.Nf3) 2.Nf3', undefined],
    ['/#pgn=' + cut('B6ner'), '1.e4 ein sch', /damaged/],
    ['/#pgn=' + cut('c5'), '1.e4 ein schöner Zug', /damaged/],
    ['/#pgn=' + cut('%202.%20Nf3)'), '1.e4 ein schöner Zug 1…c5 (1…e5)', /damaged/],
    ['/#pgn=' + cut('%202.%20Nf3%20*'), '1.e4 ein schöner Zug 1…c5 (1…e5 2.Nf3)', /damaged/],
    ['/#pgn=' + whole.replace('c5', 'c4'), '1.e4 ein schöner Zug', /damaged: .*c4/],
    ['/#pgn=%5BWhite', '', /cannot be read|damaged/],
    ['/#pgn=', '', /cannot be read/],
    ['/?play=e2e4&at=7', '1.e4', /at=7/],
    ['/?play=e2e4&by=colour&prepare=green&order=x', '1.e4', /by=colour, prepare=green, order=x/],
    ['/?play=e2e4,e7', '1.e4', /e7 is not a legal move/],
    ['/?play=e2e4&at=1&order=rating&by=&utm_source=mail', '1.e4', undefined],
  ]
  for (const [path, want, said] of cases) {
    const page = await at.page({ path })
    await page
      .waitForFunction((want) => {
        const text = document.querySelector('div.line')?.textContent.replace(/\s+/g, ' ')
        return text?.replaceAll('( ', '(').replaceAll(' )', ')').trim() === want
      }, want)
      .catch(async () => assert.equal(await tree(page), want, path))
    if (said) {
      const alert = page.getByRole('alert')
      await alert
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => assert.fail(`${path}: nothing is said`))
      assert.match(await alert.first().textContent(), said, path)
      if (/link/.test(await alert.first().textContent())) {
        await alert.getByRole('button', { name: 'Close' }).click()
        assert.equal(await alert.count(), 0)
      }
    } else {
      await settled(page, 'games')
      assert.equal(await page.getByRole('alert').count(), 0, path)
    }
    await at.leave()
  }
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

test('a tree is kept with its result while the server cannot read texts, and without a storage', async () => {
  const page = await at.page()
  await enter(page, '1. e4 e5 (1... c5) 1-0')
  await page.locator('.line .variation').waitFor()
  await page.route('**/read**', (r) => r.abort())
  await page.reload()
  await page.locator('.line .variation').waitFor()
  assert.equal(await tree(page), '1.e4 e5 (1…c5)')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Save PGN').click()])
  assert.match(readFileSync(await download.path(), 'utf8'), /\(1\.\.\. c5\) 1-0\n$/)
  await page.unrouteAll()
  // What was kept is damaged: the address is shown.
  await page.evaluate(() => Object.keys(sessionStorage).forEach((name) => sessionStorage.setItem(name, '{"at":')))
  await page.reload()
  await settled(page, '14 games')
  assert.equal(await tree(page), '1.e4 e5')
  // A storage that takes nothing: changes are undone until the page is left.
  const bare = await at.page()
  await bare.addInitScript(() => (Storage.prototype.setItem = () => { throw new Error('full') })) // prettier-ignore
  await bare.goto('/')
  await enter(bare, '1. e4 e5 (1... c5) 1-0')
  await bare.locator('.line .variation').waitFor()
  await bare.getByRole('button', { name: 'New', exact: true }).click()
  await bare.waitForFunction(() => document.querySelector('div.line').textContent === '')
  await bare.getByRole('button', { name: 'Undo' }).click()
  await bare.locator('.line .variation').waitFor()
  assert.equal(await tree(bare), '1.e4 e5 (1…c5)')
  assert.deepEqual(bare.wrong, [])
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
