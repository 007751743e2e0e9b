// Variants of chess: pockets, drops, checks given.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { file, open, pieceOn, settled, shot, square, still, violations } from './browser.js'

describe('crazyhouse', () => {
  let at
  before(async () => {
    at = await open([file('house.pgn')], ['--game', 'crazyhouse'])
  })
  afterEach(() => at.leave())
  after(() => at.close())

  test('the pockets are beside the board, and a piece of one is dropped by two clicks', async () => {
    const page = await at.page({ path: '/?play=e2e4,d7d5,e4d5,d8d5' })
    await settled(page, '2 games')
    const mine = page.getByRole('group', { name: 'Pocket of White' }).getByRole('button')
    assert.equal(await mine.count(), 1)
    assert.equal(await page.getByRole('group', { name: 'Pocket of Black' }).getByRole('button').isDisabled(), true)
    assert.match(
      await page.locator('.main-board').getAttribute('aria-label'),
      /White holds: pawn. Black holds: pawn./,
    )
    await still(page)
    await shot(page, 'crazyhouse')
    assert.deepEqual(await violations(page), [])
    await mine.click()
    await page.waitForFunction(() => document.querySelectorAll('.board-dots circle').length === 33)
    const [x, y] = await square(page, 'd4')
    await page.mouse.click(x, y)
    await pieceOn(page, 'd4', 'wp')
    await settled(page, '1 game')
    assert.match(page.url(), /play=e2e4,d7d5,e4d5,d8d5,P%40d4/)
    assert.deepEqual(page.wrong, [])
  })
})

describe('three-check', () => {
  let at
  before(async () => {
    at = await open([file('three.pgn')], ['--game', '3check'])
  })
  afterEach(() => at.leave())
  after(() => at.close())

  test('the checks given are below the board', async () => {
    const page = await at.page({ path: '/?play=e2e4,e7e5,d1h5,g8f6,h5f7' })
    await settled(page, '1 game')
    assert.equal(await page.locator('.checks-given').textContent(), 'checks given: White 1, Black 0')
    assert.deepEqual(page.wrong, [])
  })
})
