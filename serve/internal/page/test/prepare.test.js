// Preparing for a player: the form, the player beside everyone, and what to look at.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open, pieceOn, settled, shot } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const rows = (page) => page.$$eval('.look tbody tr', (all) => all.map((r) => r.textContent.replace(/\s+/g, ' ')))
const own = (page) =>
  page.$$eval('.moves tbody:not(.others) tr', (all) =>
    all
      .map((r) => [r.querySelector('.move').childNodes[1].textContent, r.querySelector('td.own').textContent.trim()])
      .filter(([, n]) => n !== '0'),
  )

test('a player and a colour are chosen, and what they play stands beside everyone’s games', async () => {
  const page = await at.page({ width: 1400 })
  await settled(page, '61 games')
  await page.getByRole('button', { name: 'Prepare…' }).click()
  await page.locator('.prepare .empty', { hasText: 'Choose an opponent' }).waitFor()
  const name = page.locator('.prepare').getByLabel('Player', { exact: true })
  await name.fill('fisch')
  await page.locator('#prepare-players option[value="Fischer, Robert James"]').waitFor({ state: 'attached' })
  await name.fill('Fischer, Robert James')
  await name.press('Enter')
  await page.waitForURL(/prepare=white&who=Fischer/)
  // Read in internal/records/sample/famous.pgn: White in 5 games, 4 won and one drawn; 4 began with e4.
  await page.locator('.theirs', { hasText: 'with White: 5 games, scores 90 %' }).waitFor()
  assert.deepEqual(await own(page), [
    ['e4', '4 88 %'],
    ['c4', '1 100 %'],
  ])
  await page.locator('.moves thead').getByRole('button', { name: 'Player' }).click()
  assert.equal((await own(page))[0][0], 'e4')

  await page.locator('.look').waitFor()
  const [first] = await rows(page)
  assert.match(first, /^2\. d4 after 1\. e4 e6.*2 of 2.*75 %.*100 %.*100 %.*0\.2/)
  await shot(page, 'prepare')
  await page.getByRole('button', { name: 'Replies never met' }).click()
  assert.match((await rows(page))[0], /^1… c5 after 1\. e4.*1\.1 of 4/)
  await page.locator('.look .open').first().click()
  await page.waitForURL(/play=e2e4&/)
  await pieceOn(page, 'e4', 'wp')
  await page.locator('.theirs', { hasText: '4 games, scores 88 %' }).waitFor()
  assert.deepEqual(Object.fromEntries(await own(page)), { e6: '2 75 %', e5: '1 100 %', g6: '1 100 %' })

  await page.reload()
  await page.locator('.look').waitFor()
  await page.getByRole('button', { name: 'Show the games' }).click()
  await page.waitForURL(/player=Fischer.*color=white/)
  await page.locator('.games tbody tr').first().waitFor()
  assert.ok(
    (await page.$$eval('.games tbody tr', (all) => all.map((r) => r.textContent))).every((t) => /^Fischer/.test(t)),
  )
  assert.deepEqual(page.wrong, [])
})

test('a name that fits nobody, or several players, is said so', async () => {
  const page = await at.page({ path: '/?prepare=white&who=Nobody' })
  await page.locator('.prepare .empty', { hasText: 'No player’s name is or begins with “Nobody”' }).waitFor()
  await page.goto('/?prepare=black&who=Karpov,+Anatoly')
  await page.locator('.prepare .empty', { hasText: 'Karpov, Anatoly has no game with Black' }).waitFor()
  await page.route('**/prepare?*player=Tal&*', (r) =>
    r.fulfill({ status: 400, body: 'bad request: player: "Tal" may be any of 2 players: Tal, M; Tal, Mikhail\n' }),
  )
  await page.goto('/?prepare=white&who=Tal')
  await page.locator('.prepare').getByRole('button', { name: 'Tal, Mikhail' }).click()
  await page.waitForURL(/who=Tal,\+Mikhail/)
  await page.locator('.prepare .legend', { hasText: 'Tal, Mikhail scores' }).waitFor()
})

test('games are filtered by opponent', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.filters summary').click()
  assert.ok(await page.getByLabel('Opponent').isDisabled(), 'before player and colour')
  await page.getByLabel('Player', { exact: true }).fill('Karpov, Anatoly')
  await page.getByLabel('Player', { exact: true }).press('Enter')
  await page.waitForURL(/player=/)
  await page.locator('.filters select').selectOption('white')
  await page.getByLabel('Opponent').fill('Kasparov, Garry')
  await page.getByLabel('Opponent').press('Enter')
  await page.waitForURL(/opponent=Kasparov/)
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll('.games tbody tr')]
    return all.length > 0 && all.every((r) => /Karpov.*Kasparov/.test(r.textContent))
  })
  assert.match(await page.locator('.exports a').first().getAttribute('href'), /black=Kasparov/)
})

test('the page asks again when the index has changed', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.waitForLoadState('networkidle')
  let games = 62
  const changed = async (r) => {
    const response = await r.fetch()
    const json = { ...(await response.json()), games }
    await r.fulfill({ response, json, headers: { ...response.headers(), 'zobrist-state': 'changed' } })
  }
  await page.route('**/position?history=true', changed)
  await page.route('**/stats', changed)
  await page.waitForTimeout(2100) // after which coming back to the page asks
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await settled(page, '62 games')
  await page.locator('.about', { hasText: '62 games' }).waitFor()
  assert.deepEqual(page.wrong, [])
})
