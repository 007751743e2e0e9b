// Go and draughts: boards, moves, games, corners.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { file, open, settled, shot, still, violations } from './browser.js'

/** point is a point of the goban, in pixels of the window. */
async function point(page, name, side = 19) {
  const box = await page.locator('.goban svg').boundingBox()
  const x = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(name[0])
  const y = side - Number(name.slice(1))
  return [box.x + ((x + 1) * box.width) / (side + 0.6), box.y + ((y + 1) * box.height) / (side + 0.6)]
}
const stone = (page, name, color) =>
  page.locator(`.goban circle.${color}[data-point="${name}"]`).waitFor({ state: 'attached' })
const rows = (page) =>
  page.$$eval('.moves tbody tr', (all) =>
    all.map((r) => [
      r.querySelector('.move').childNodes[1].textContent,
      parseInt(r.querySelector('.played').textContent),
    ]),
  )
const spots = (page) => page.$$eval('.goban .strong', (all) => all.map((g) => g.dataset.spot).sort())
const names = (page) => page.$$eval('.games tbody .open', (all) => all.map((b) => b.textContent))

/** narrow checks a state: axe, dark colours, 320 pixels. */
async function narrow(page, name) {
  await still(page)
  await shot(page, name)
  assert.deepEqual(await violations(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  await still(page)
  assert.deepEqual(await violations(page, ['color-contrast']), [], 'in dark colours')
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await still(page)
  await shot(page, name + '-320')
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0)
  await page.setViewportSize(usual)
}

describe('Go', () => {
  let at
  before(async () => {
    at = await open([file('go.sgf')], ['--views', 'corner,corner9'])
  })
  afterEach(() => at.leave())
  after(() => at.close())

  // Counts are of go.sgf, by hand: three games begin on an empty board of 19×19, all at a 4-4 point.
  test('moves that symmetry makes equal are one row, and pointing at it shows each', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    const list = await rows(page)
    assert.equal(list.length, 1)
    assert.equal(list[0][1], 3)
    await page.locator('.moves .move').first().hover()
    await page.waitForFunction(() => document.querySelectorAll('.goban .strong').length === 4)
    assert.deepEqual(await spots(page), ['D16', 'D4', 'Q16', 'Q4'])
    assert.deepEqual(page.wrong, [])
  })

  test('stones are played by click, in any orientation, and the table answers in the one asked', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    await page.mouse.click(...(await point(page, 'D16')))
    await stone(page, 'D16', 'black')
    await settled(page, '3 games')
    assert.deepEqual(await rows(page), [['Q4', 3]]) // all three answer in the opposite corner
    await page.mouse.click(...(await point(page, 'Q4')))
    await stone(page, 'Q4', 'white')
    await settled(page, '3 games')
    assert.match(page.url(), /play=D16,Q4/)
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction(() => document.querySelectorAll('.goban circle.white').length === 0)
    await settled(page, '3 games')
    await page.getByRole('button', { name: 'Pass' }).click()
    await settled(page, '0 games')
    assert.match(page.url(), /play=D16,pass/)
    assert.deepEqual(page.wrong, [])
  })

  test('stones are placed freely, and who had the board is found', async () => {
    const page = await at.page({ path: '/?position=9' })
    await settled(page, '2 games')
    await page.getByRole('button', { name: 'White stone' }).click()
    await page.mouse.click(...(await point(page, 'E3', 9)))
    await stone(page, 'E3', 'white')
    await page.getByRole('button', { name: 'Black stone' }).click()
    await page.mouse.click(...(await point(page, 'E5', 9)))
    await stone(page, 'E5', 'black')
    await settled(page, '2 games') // both games are this board, one upside down
    assert.equal((await rows(page)).length, 2)
    await page.getByRole('button', { name: 'Erase' }).click()
    await page.mouse.click(...(await point(page, 'E3', 9)))
    await page.getByRole('button', { name: 'Let White move' }).click()
    await settled(page, '2 games')
    assert.deepEqual(page.wrong, [])
  })

  test('boards of 9, 13 and 19', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    for (const [name, games, stars] of [
      ['New 9×9', '2 games', 5],
      ['New 13×13', '0 games', 5],
      ['New 19×19', '3 games', 9],
    ]) {
      await page.getByLabel('New board').selectOption({ label: name })
      await settled(page, games)
      assert.equal(await page.locator('.goban .star').count(), stars)
    }
  })

  test('a game has its ranks, komi, comments, variations and setup', async () => {
    const page = await at.page({ path: '/?play=Q16,D4,Q4,D16,R14' })
    await settled(page, '1 game')
    assert.deepEqual(await names(page), ['Ann 9d – Bob 8d'])
    assert.match(await page.locator('.games tbody tr').first().textContent(), /Ann 9d.*Bob 8d.*B\+R/)
    await page.locator('.games .open').first().click()
    await page.locator('.viewer').waitFor()
    const text = (await page.locator('.viewer').textContent()).replace(/\s+/g, ' ')
    for (const part of ['Ann 9d – Bob 8d', 'komi 6.5', 'Japanese', 'A small enclosure.', 'Also good.', 'R14', 'K16'])
      assert.ok(text.includes(part), `${part} in ${text}`)
    assert.equal(await page.locator('.viewer .score [aria-current]').textContent(), 'R14')
    await page.keyboard.press('End')
    await stone(page, 'O17', 'white')
    await narrow(page, 'go-game')
    assert.deepEqual(page.wrong, [])
  })

  test('a setup within a game is shown, and its position is found', async () => {
    const page = await at.page({ path: '/?position=9&play=E5,E3,D7' })
    await settled(page, '1 game')
    await page.locator('.games .open').first().click()
    await page.locator('.viewer').waitFor()
    await page.locator('.score button', { hasText: 'setup' }).click()
    await stone(page, 'A9', 'white')
    await settled(page, '1 game')
    assert.deepEqual(await rows(page), [['C7', 1]])
    assert.deepEqual(page.wrong, [])
  })

  // Counts are of go.sgf: the index answers /position with corners and their moves, 'B R14' and 'W R14'.
  test('corners: each point has one label with the moves of both colours, and corners are counted', async () => {
    const page = await at.page({ path: '/?play=Q16&by=corner' })
    await settled(page, 'corners')
    const answer = await page.evaluate(() =>
      fetch('./position?play=Q16&by=corner&corner=upper-right').then((r) => r.json()),
    )
    const sums = new Map()
    for (const m of answer.moves) {
      const point = m.move.split(' ').pop()
      sums.set(point, (sums.get(point) ?? 0) + m.games)
    }
    assert.ok(sums.size < answer.moves.length, 'a point was played by both colours')
    const labels = await page.$$eval('.goban .spot', (all) =>
      all.map((g) => [g.dataset.spot, Number(g.querySelector('.share')?.textContent ?? 0)]),
    )
    const letters = await page.$$eval('.goban .spot', (all) =>
      all.map((g) => [g.dataset.spot, g.querySelector('.letter').textContent]),
    )
    const inRows = await page.$$eval('.moves tbody tr', (all) =>
      all.map((r) => [
        r.querySelector('.move').childNodes[1].textContent.split(' ').pop(),
        r.querySelector('.move .letter')?.textContent,
      ]),
    )
    assert.ok(inRows.length > letters.length)
    assert.equal(new Set(letters.map(([, letter]) => letter)).size, letters.length)
    for (const [point, letter] of inRows) assert.equal(letter, new Map(letters).get(point), point)
    const total = [...sums.values()].reduce((a, b) => a + b, 0)
    const points = [...sums].filter(([point]) => /\d/.test(point))
    assert.equal(new Set(labels.map(([point]) => point)).size, labels.length)
    assert.equal(labels.length, Math.min(points.length, 12))
    for (const [point, label] of labels) assert.equal(label, Math.round((100 * sums.get(point)) / total), point)
    const panel = await page.locator('.panel.position').textContent()
    assert.ok(panel.includes(`${answer.games} corners`), panel)
    assert.equal(await page.locator('.moves .by-played').textContent(), 'Corners')
    assert.doesNotMatch(await page.locator('.heading').textContent(), /games/)
    assert.deepEqual(page.wrong, [])
  })

  test('corners: what follows in one, whoever is to move', async () => {
    const page = await at.page({ path: '/?play=Q16' })
    await settled(page, '3 games')
    await page.getByRole('button', { name: 'Corner 11×11' }).click()
    await page.locator('.goban .region').waitFor({ state: 'attached' })
    await page.waitForFunction(() => document.querySelectorAll('.moves tbody tr').length > 1)
    const list = await rows(page)
    assert.ok(
      list.some(([move]) => /^[BW] (R14|O17)$/.test(move)),
      String(list),
    )
    await page.locator('.board-tools select').last().selectOption('lower-left')
    await page.waitForURL(/corner=lower-left/)
    await page.getByRole('button', { name: 'Corner 9×9' }).click()
    await page.waitForURL(/by=corner9/)
    await page.getByRole('button', { name: 'Whole board' }).click()
    await settled(page, '3 games')
    assert.deepEqual(page.wrong, [])
  })

  // Sequences and years are of go.sgf: games of 2019, 2020 and 2021, and one of 2018 with stones set up.
  test('corners: sequences as long as they are usual, for whom and when; one is played', async () => {
    const page = await at.page({ path: '/?play=Q16&by=corner', width: 1600 })
    await settled(page, 'corners')
    await page.getByText('How this corner goes on').click()
    const row = page.locator('.sequences tbody tr')
    await row.first().waitFor()
    const answer = await page.evaluate(() =>
      fetch('./position?play=Q16&by=corner&corner=upper-right').then((r) => r.json()),
    )
    await page.waitForFunction(
      (n) => document.querySelectorAll('.sequences tbody tr').length === n,
      Math.min(5, answer.moves.length),
    )
    for (const one of await row.all()) {
      const [sequence, corners, end, results, years] = await one.locator('th, td').allTextContents()
      const moves = sequence.match(/[BW] \S+/g)
      const last = await page.evaluate(
        (play) =>
          fetch('./position?history=true&by=corner&corner=upper-right&play=' + encodeURIComponent(play)).then((r) =>
            r.json(),
          ),
        ['Q16', ...moves].join(','),
      )
      assert.equal(Number(corners), last.games, sequence)
      assert.equal(end, Math.round((100 * last.ended) / last.games) + ' %', sequence)
      const next = Math.max(0, ...last.moves.filter((m) => /\d$/.test(m.uci)).map((m) => m.games))
      assert.ok(2 * last.ended >= last.games || next < 2, 'half of the corners end, or no move is usual')
      if (moves.length > 1) assert.ok(last.games >= 2, 'a move of one corner is not usual')
      assert.match(results, /White won .* Black won/)
      const all = last.history.map((y) => y.year)
      assert.ok(years.startsWith(String(Math.min(...all))), years)
    }
    await row.first().getByRole('button').click()
    await page.waitForURL(/play=Q16,[BW]\+/)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.wrong, [])
  })

  test('stones are set up by the rules of a record: chains without a liberty are removed, and that is said', async () => {
    const page = await at.page({ path: '/?position=9' })
    await settled(page, '2 games')
    await page.getByRole('button', { name: 'White stone', exact: true }).click()
    await page.mouse.click(...(await point(page, 'A9', 9)))
    await stone(page, 'A9', 'white')
    await page.getByRole('button', { name: 'Black stone', exact: true }).click()
    await page.mouse.click(...(await point(page, 'B9', 9)))
    await stone(page, 'B9', 'black')
    await page.mouse.click(...(await point(page, 'A8', 9)))
    await stone(page, 'A8', 'black')
    await page.locator('.problem', { hasText: /leaves 1 stone.*removed/ }).waitFor()
    assert.equal(await page.locator('.goban [data-point="A9"]').count(), 0)
    // The board is what the server reads of the same record.
    const read = await page.evaluate(() =>
      fetch('./read', { method: 'POST', body: '(;GM[1]SZ[9]AB[ab][ba]AW[aa]PL[B])' }).then((r) => r.json()),
    )
    assert.equal(new URL(page.url()).searchParams.get('position'), read.position)
    await page.getByRole('button', { name: 'Undo' }).click()
    await stone(page, 'A9', 'white')
    // Clicks in quick succession all count.
    await page.getByRole('button', { name: 'White stone', exact: true }).click()
    for (const name of ['E5', 'E6', 'E7']) await page.mouse.click(...(await point(page, name, 9)))
    for (const name of ['E5', 'E6', 'E7']) await stone(page, name, 'white')
    assert.deepEqual(page.wrong, [])
  })

  test('filters by rank, handicap and result', async () => {
    const page = await at.page({
      path:
        '/?position=' +
        encodeURIComponent('19/'.repeat(3) + '15X3/' + '19/'.repeat(11) + '3X15/' + '19/'.repeat(2) + '19 w'),
    })
    await settled(page, '1 game')
    await page.goto('/')
    await settled(page, '3 games')
    await page.locator('.filters summary').click()
    await page.getByLabel('Black’s rank').fill('9d-')
    await page.keyboard.press('Enter')
    await settled(page, '1 game')
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.getByLabel('White won').check()
    await settled(page, '1 game')
    await page.getByLabel('Handicap').fill('2-')
    await page.keyboard.press('Enter')
    await page.locator('.empty').first().waitFor()
  })

  test('an SGF is pasted, in any character set dropped as a file, kept over a reload, and saved', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    await page.fill('#entry', '(;SZ[9]AB[aa]PL[W]PB[x];W[ee]C[here](;B[cc])(;B[];W[gg]))')
    await page.keyboard.press('Enter')
    await stone(page, 'C7', 'black')
    await page.locator('.line', { hasText: 'here' }).waitFor()
    const saved = async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Save SGF').click()])
      let text = ''
      for await (const part of await download.createReadStream()) text += part
      return text.trim()
    }
    const text = await saved()
    assert.equal(text, '(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[x]AB[aa]PL[W];W[ee]C[here](;B[cc])(;B[];W[gg]))')
    await page.reload()
    await page.locator('.line .variation').waitFor()
    assert.equal(await saved(), text)
    const japanese = Buffer.from('(;CA[Shift_JIS]SZ[9]PB[\x96\x7b\x88\xf6\x96\x56];B[ee])', 'latin1')
    await page.setInputFiles('.load input', { name: 'a.sgf', mimeType: 'application/x-go-sgf', buffer: japanese })
    await page.locator('#entry-problem', { hasText: '本因坊' }).waitFor()
    assert.deepEqual(page.wrong, [])
  })

  test('Prepare numbers moves as Go does, and begins with Black', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    await page.route('**/prepare?*', async (r) => {
      const answer = await (await r.fetch()).json()
      assert.deepEqual(answer.player, ['Ann'])
      answer.moves = [{ ...answer.moves[0], play: ['Q16', 'D4'], line: ['Q16', 'D4'], move: 'Q3', lost: 1 }]
      await r.fulfill({ json: answer })
    })
    await page.getByRole('button', { name: 'Prepare…' }).click()
    const name = page.locator('.prepare').getByLabel('Player', { exact: true })
    await name.fill('Ann')
    await name.press('Enter')
    await page.waitForURL(/flip=1&prepare=black&who=Ann/)
    await page.locator('.theirs', { hasText: 'Ann with Black: 1 game, scores 100 %' }).waitFor()
    const first = page.locator('.look .open').first()
    assert.equal(await first.getAttribute('aria-label'), '3. Q3 after 1. Q16 2. D4')
  })

  test('the board is played by keyboard, and points are said', async () => {
    const page = await at.page({ path: '/?position=9' })
    await settled(page, '2 games')
    const text = await page.locator('dialog').textContent()
    assert.match(text, /11×11/)
    assert.doesNotMatch(text, /Analysis|Perf\./, 'what the page of Go does not have')
    await page.locator('.goban').focus()
    await page.keyboard.press('ArrowUp')
    await page.waitForFunction(() => document.getElementById('said').textContent === 'E6, empty')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await stone(page, 'E5', 'black')
    await settled(page, '2 games')
    assert.match(
      await page.locator('.goban').getAttribute('aria-label'),
      /9 by 9\. Black: E5\. White: none\. White to move/,
    )
    await narrow(page, 'go')
  })
})

describe('draughts', () => {
  let at
  before(async () => {
    at = await open([file('draughts.pdn')])
  })
  afterEach(() => at.leave())
  after(() => at.close())

  const square = async (page, n) => {
    const box = await page.locator(`.draughts [data-square="${n}"] rect`).boundingBox()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const piece = (page, n, p) =>
    page.locator(`.draughts [data-square="${n}"][data-piece="${p}"]`).waitFor({ state: 'attached' })

  test('moves are played by clicks, and the ballot is named', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    assert.deepEqual(await rows(page), [
      ['11-15', 2],
      ['9-13', 1],
    ])
    await page.mouse.click(...(await square(page, 11)))
    assert.equal(await page.locator('.draughts .target').count(), 2)
    await page.mouse.click(...(await square(page, 15)))
    await piece(page, 15, 'b')
    await settled(page, '2 games')
    await page.locator('.moves .move', { hasText: '22-18' }).click()
    await settled(page, '1 game')
    await page.mouse.click(...(await square(page, 15)))
    await page.mouse.click(...(await square(page, 22)))
    await settled(page, '1 game')
    await page.locator('.moves .move', { hasText: '25x18' }).waitFor()
    assert.match(page.url(), /play=11-15,22-18,15x22/)
    assert.deepEqual(await names(page), ['Banks, N – Long, A'])
    await page.locator('.games .open').first().click()
    await page.locator('.viewer').waitFor()
    assert.match(await page.locator('#game-title').textContent(), /Banks, N.*Long, A.*½–½/)
    await narrow(page, 'draughts')
    assert.deepEqual(page.wrong, [])
  })

  test('Prepare has the player beside everyone, and numbers moves as draughts does', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    await page.getByRole('button', { name: 'Prepare…' }).click()
    const name = page.locator('.prepare').getByLabel('Player', { exact: true })
    await name.fill('Banks, N')
    await name.press('Enter')
    await page.waitForURL(/flip=1&prepare=black&who=Banks/)
    await page.locator('.theirs', { hasText: 'Banks, N with Black: 1 game, scores 50 %' }).waitFor()
    await page.locator('.prepare').getByRole('button', { name: 'White' }).click()
    await page.locator('.theirs', { hasText: 'Banks, N with White: 1 game, scores 0 %' }).waitFor()
    await page.route('**/prepare?*', async (r) => {
      const answer = await (await r.fetch()).json()
      const line = ['11-15', '23-19', '8-11']
      answer.moves = [{ ...answer.unmet[0], play: line, line, move: '22-17', lost: 1 }]
      await r.fulfill({ json: answer })
    })
    await page.reload()
    const first = page.locator('.look .open').first()
    assert.equal(await first.getAttribute('aria-label'), '2… 22-17 after 1. 11-15 23-19 2. 8-11')
    await first.click()
    await page.waitForURL(/play=11-15,23-19,8-11/)
    await piece(page, 11, 'b')
    assert.deepEqual(page.wrong, [])
  })

  test('numbers of squares can be read on a phone', async () => {
    const page = await at.page({ width: 390, height: 844 })
    await settled(page, '3 games')
    const sizes = await page.$$eval('.draughts text', (all) => all.map((t) => t.getBoundingClientRect().height))
    assert.equal(sizes.length, 32)
    assert.doesNotMatch(await page.locator('dialog').textContent(), /Analysis/)
    assert.ok(Math.min(...sizes) >= 8, `${Math.min(...sizes)} pixels`)
  })

  test('captures of several jumps are clicked square by square, or at their end', async () => {
    const page = await at.page({ path: '/?fen=' + encodeURIComponent('W:W31,12:B26,18,17,10') })
    await settled(page, '0 games')
    await page.waitForFunction(() => document.querySelectorAll('.draughts [data-piece]').length === 6)
    await page.mouse.click(...(await square(page, 31)))
    await page.mouse.click(...(await square(page, 22)))
    await page.mouse.click(...(await square(page, 15)))
    await page.mouse.click(...(await square(page, 6)))
    await piece(page, 6, 'w')
    assert.match(page.url(), /play=31x22x15x6/)
    await page.keyboard.press('ArrowLeft')
    await piece(page, 31, 'w')
    await page.mouse.click(...(await square(page, 31)))
    await page.mouse.click(...(await square(page, 6)))
    await piece(page, 6, 'w')
    assert.deepEqual(page.wrong, [])
  })

  test('a position is set up by clicks', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    await page.mouse.click(...(await square(page, 11))) // a move that has begun is dropped
    await page.getByRole('button', { name: 'Empty board' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.draughts [data-piece]').length === 0)
    const set = async (name, ...all) => {
      await page.getByRole('button', { name, exact: true }).click()
      for (const [n, p] of all) {
        await page.mouse.click(...(await square(page, n)))
        await piece(page, n, p)
      }
    }
    await set('Black man', [26, 'b'], [18, 'b'], [17, 'b'], [10, 'b'], [32, 'B']) // a man on the last row is a king
    await set('White king', [31, 'W'])
    await set('White man', [31, 'w'], [12, 'w'], [1, 'W'])
    await page.getByRole('button', { name: 'Erase' }).click()
    for (const n of [1, 32, 5]) await page.mouse.click(...(await square(page, n)))
    await page.waitForURL(/fen=B:W12,31:B10,17,18,26$/)
    await narrow(page, 'draughts-set-up')
    await page.getByRole('button', { name: 'Let White move' }).click()
    await page.waitForURL(/fen=W:W12,31:B10,17,18,26$/)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.mouse.click(...(await square(page, 31)))
    await page.mouse.click(...(await square(page, 6))) // over 26, 18 and 10
    await piece(page, 6, 'w')
    assert.match(page.url(), /play=31x22x15x6/)
    await page.getByRole('button', { name: 'Start position' }).click()
    await settled(page, '3 games')
    assert.equal(new URL(page.url()).search, '')
    assert.deepEqual(page.wrong, [])
  })

  test('a position is set up by the keyboard alone, and the server says what is wrong with it', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    const press = async (name) => {
      await page.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await press('White king')
    await page.locator('.draughts').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await piece(page, 3, 'W')
    await page.getByRole('alert').filter({ hasText: 'more than 12 pieces' }).waitFor()
    assert.match(await page.locator('.draughts').getAttribute('aria-label'), /Enter changes what is on it/)
    await press('Erase')
    await page.locator('.draughts').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/fen=B:W21,.*,32:B1,2,4,/)
    await page.locator('.heading', { hasText: 'Black to move' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.ok(
      page.wrong.every((w) => /400/.test(w)),
      'the browser reports the answers to the thirteenth piece',
    )
  })

  test('the board is played by keyboard, and moves are typed', async () => {
    const page = await at.page()
    await settled(page, '3 games')
    await page.fill('#entry', '11-15 23-19')
    await page.keyboard.press('Enter')
    await settled(page, '1 game')
    await page.locator('.draughts').focus()
    const said = (text) => page.waitForFunction((t) => document.getElementById('said').textContent === t, text)
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await said('8, black man')
    await page.keyboard.press('Enter')
    for (const key of ['ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
    await said('11, empty')
    await page.keyboard.press('Enter')
    await page.waitForURL(/play=11-15,23-19,8-11/)
    await piece(page, 11, 'b')
  })
})
