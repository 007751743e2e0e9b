// What the page offers beside the moves: the sum of all moves, orders over all games, remedies, the keyboard's board.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { axeSource, open, pieceOn, settled, violations } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const said = (page, text) =>
  page
    .waitForFunction((t) => document.getElementById('said').textContent === t, text)
    .catch(async () => assert.equal(await page.textContent('#said'), text))
const keys = async (page, ...all) => {
  for (const key of all) await page.keyboard.press(key)
}

test('the board of chess is played by keyboard: moves, promotion, castling, also turned', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.main-board').focus()
  await keys(page, 'ArrowDown')
  await said(page, 'e3, empty')
  await keys(page, 'ArrowDown')
  await said(page, 'e2, white pawn')
  await keys(page, 'Enter')
  await said(page, 'e2, white pawn, taken')
  await page.waitForFunction(() => document.querySelectorAll('.board-dots circle').length === 2) // after it is said
  assert.equal(await page.locator('.board-cursor .taken').count(), 1)
  await keys(page, 'Escape')
  await page.waitForFunction(() => document.querySelectorAll('.board-dots circle').length === 0)
  await keys(page, 'Enter', 'ArrowUp', 'ArrowUp', ' ')
  await settled(page, '30 games')
  assert.match(page.url(), /play=e2e4/)
  await keys(page, 'Enter')
  await said(page, 'e4, white pawn, has no move')
  // On a board that is turned, the arrows go as they point.
  await page.getByRole('button', { name: 'Turn board' }).click()
  await page.locator('.main-board').focus()
  await keys(page, 'ArrowUp')
  await said(page, 'e3, empty')
  await keys(page, 'ArrowLeft')
  await said(page, 'f3, empty')
  for (let i = 0; i < 9; i++) await keys(page, 'ArrowLeft')
  await said(page, 'h3, empty')
  assert.deepEqual(await violations(page), [])

  await page.goto('/?fen=' + encodeURIComponent('8/4P3/8/8/6k1/8/8/R3K2R w KQ - 0 1'))
  await pieceOn(page, 'e7', 'wp')
  await page.waitForLoadState('networkidle')
  await page.locator('.main-board').focus()
  await keys(page, 'ArrowUp', 'ArrowUp', 'ArrowUp')
  await said(page, 'e7, white pawn')
  await keys(page, 'Enter', 'ArrowUp', 'Enter')
  await page.getByRole('button', { name: 'Rook' }).press('Enter')
  await pieceOn(page, 'e8', 'wr')
  await keys(page, 'Control+z')
  await page.goto('/?fen=' + encodeURIComponent('8/4P3/8/8/6k1/8/8/R3K2R w KQ - 0 1'))
  await page.waitForLoadState('networkidle')
  await page.locator('.main-board').focus()
  await keys(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowLeft', 'ArrowLeft', 'Enter')
  await pieceOn(page, 'c1', 'wk')
  await pieceOn(page, 'd1', 'wr')
  assert.deepEqual(page.wrong, [])
})

test('the row Σ has the sum of all moves', async () => {
  const page = await at.page({ width: 1600 })
  await settled(page, '61 games')
  const cells = (row) => page.$$eval(row, (all) => all.map((c) => c.textContent.trim()))
  const played = await cells('.moves tbody:not(.others) td.played')
  const [sum] = await cells('.moves tfoot .sum td.played')
  assert.equal(
    Number(sum),
    played.map(Number).reduce((a, b) => a + b),
  )
  assert.equal(sum, '61')
  assert.deepEqual(await cells('.moves tfoot .sum td.share'), ['100 %'])
  const answer = await page.evaluate(() => fetch('./position').then((r) => r.json()))
  const points = (100 * (answer.white + answer.draws / 2)) / (answer.white + answer.draws + answer.black)
  assert.deepEqual(await cells('.moves tfoot .sum td.points'), [Math.round(points) + ' %'])
  assert.equal(await page.locator('.moves tfoot .sum th').textContent(), 'Σ All moves')
  // A game that ends in the position has no move.
  await page.goto('/?play=e2e4')
  await settled(page, '30 games')
  const [after] = await cells('.moves tfoot .sum td.played')
  const all = await cells('.moves tbody:not(.others) td.played')
  assert.equal(
    Number(after),
    all.map(Number).reduce((a, b) => a + b),
  )
})

test('games are ordered over all pages', async () => {
  const page = await at.page({ width: 1600 })
  await settled(page, '61 games')
  const first = (column) => page.locator(`.games tbody tr`).first().locator(`.${column}`).textContent()
  const all = await page.evaluate(() => fetch('./games?limit=100').then((r) => r.json()))
  assert.equal(all.games.length, 61)
  const least = (value, sign = 1) =>
    all.games.map(value).sort((a, b) => sign * (a.toLowerCase() < b.toLowerCase() ? -1 : 1))[0]
  const press = async (name, where, caption) => {
    await page
      .locator(where)
      .getByRole('button', { name: new RegExp('^' + name) })
      .first()
      .click()
    await page.locator('.games caption').getByText(caption, { exact: true }).waitFor({ state: 'attached' })
  }
  await press('By name', '.game-list .panel-head', 'Games, by white')
  assert.ok((await first('white')).startsWith(least((g) => g.white.name)))
  await press('By name', '.game-list .panel-head', 'Games, by white, from Z to A')
  assert.ok((await first('white')).startsWith(least((g) => g.white.name, -1)))
  assert.match(page.url(), /order=white&reverse=1/)
  await press('Black', '.games thead', 'Games, by black')
  assert.ok((await first('black')).startsWith(least((g) => g.black.name)))
  assert.equal(await page.locator('.games [aria-sort]').textContent(), 'Black')
  await press('Date', '.games thead', 'Games, latest first')
  const years = all.games.map((g) => g.year).filter(Boolean)
  assert.ok((await first('when')).endsWith(String(Math.max(...years))))
  await press('Date', '.games thead', 'Games, earliest first')
  assert.ok((await first('when')).endsWith(String(Math.min(...years))))
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.waitForURL(/skip=50/)
  await page.locator('.pager', { hasText: '51–61 of 61' }).waitFor()
  assert.ok(
    (await page.locator('.games tbody tr').last().locator('.when').textContent()).endsWith(
      String(Math.max(...years)),
    ),
  )
  assert.match(await page.locator('.exports a').first().getAttribute('href'), /order=recent&reverse=true/)
  assert.deepEqual(page.wrong, [])
})

test('a question that is refused offers what helps', async () => {
  const page = await at.page({ path: '/?since=soon&player=Fischer' })
  const alert = page.getByRole('alert')
  await alert.waitFor()
  assert.equal(await alert.getByRole('button', { name: 'Try again' }).count(), 0)
  await alert.getByRole('button', { name: 'Leave out since soon' }).click()
  await settled(page, 'games')
  assert.doesNotMatch(page.url(), /since/)
  assert.match(page.url(), /player=Fischer/)
  assert.equal(await alert.count(), 0)

  await page.goto('/?by=pawns&rating=9-x')
  await alert.getByRole('button', { name: 'Leave out rating 9-x' }).click()
  await page.waitForURL(/\?by=pawns$/)
  await page.route('**/games?*', (r) =>
    r.fulfill({ status: 400, body: 'bad request: order: 9 games, and at most 8 are sorted\n' }),
  )
  await page.goto('/?order=white')
  await page.route('**/games?order=rating*', (r) => r.continue())
  await alert.getByRole('button', { name: 'By rating' }).click()
  await page.locator('.games tbody tr').first().waitFor()
  await page.unrouteAll()
  // Several players of a name: each is offered.
  await page.route('**/position?*player=Tal&*', (r) =>
    r.fulfill({
      status: 400,
      body: 'bad request: player: "Tal" may be any of 12 players: Tal, M; Tal, Mikhail; and 10 more; write one name whole\n',
    }),
  )
  await page.goto('/?player=Tal&color=white')
  await alert.getByRole('button', { name: 'Tal, Mikhail' }).waitFor()
  assert.deepEqual(await alert.getByRole('button').allTextContents(), ['Tal, M', 'Tal, Mikhail'])
  await alert.getByRole('button', { name: 'Tal, Mikhail' }).click()
  await page.waitForURL(/player=Tal,\+Mikhail/)
  await settled(page, 'games')
  // The server fails: then trying again may help.
  await page.route('**/position?*', (r) => r.fulfill({ status: 500, body: 'broken\n' }))
  await page.goto('/?play=d2d4')
  await alert.getByRole('button', { name: 'Try again' }).waitFor()
  // Numbers for tags.
  await page.unrouteAll()
  await page.goto('/?tab=keys')
  await page.getByLabel('Wrong hits at most').fill('0')
  await page.keyboard.press('Enter')
  await page.locator('.tags').getByRole('button', { name: 'The numbers at first' }).click()
  await page.locator('.tags .verdict').waitFor()
})

test('what a button shows is in its name', async () => {
  const page = await at.page({ width: 1400 })
  const check = async (path, ready) => {
    await page.goto(path)
    await page.locator(ready).first().waitFor()
    await page.evaluate(axeSource)
    const nodes = await page.evaluate(async () => {
      const rules = ['label-content-name-mismatch']
      const found = await window.axe.run(document, { runOnly: rules, rules: { [rules[0]]: { enabled: true } } })
      return found.violations.flatMap((v) => v.nodes.map((n) => n.html))
    })
    assert.deepEqual(nodes, [], path)
    assert.deepEqual(await violations(page), [], path)
  }
  await check('/', '.games tbody tr')
  await check('/?play=e2e4,c7c5&at=1', '.games tbody tr')
  await check('/?game=1', '.viewer .score button')
  await check('/?prepare=white&who=Fischer,+Robert+James', '.look tbody tr')
  await check('/?tab=keys', '.tags .verdict')
})

test('Prepare turns the board to the player’s colour, and has stored values', async () => {
  const page = await at.page({ width: 1400 })
  await settled(page, '61 games')
  await page.route('**/prepare?*', async (r) => {
    const answer = await (await r.fetch()).json()
    if (answer.moves.length > 0) answer.moves[0].value = { cp: -31, depth: 36 }
    await r.fulfill({ json: answer })
  })
  await page.getByRole('button', { name: 'Prepare…' }).click()
  const name = page.locator('.prepare').getByLabel('Player', { exact: true })
  await name.fill('Fischer, Robert James')
  await name.press('Enter')
  await page.locator('.look').waitFor()
  assert.doesNotMatch(page.url(), /flip/)
  const [head] = await page.locator('.look thead th', { hasText: 'Value' }).all()
  assert.ok(head)
  const worth = await page.locator('.look .worth').allTextContents()
  assert.equal(worth[0], '−0.31')
  assert.ok(worth.slice(1).every((w) => w === '–'))
  assert.equal(await page.locator('.look .worth span').first().getAttribute('title'), 'stored value −0.31, depth 36')
  await page.locator('.prepare').getByRole('button', { name: 'Black', exact: true }).click()
  await page.waitForURL(/flip=1.*prepare=black/)
  await page.locator('.prepare').getByRole('button', { name: 'White', exact: true }).click()
  await page.waitForFunction(() => !location.search.includes('flip'))
  assert.deepEqual(page.wrong, [])
})
