// The page in the window of a phone: chess, Go and draughts.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { cut, file, open, phone, shot, slow, small, still, violations } from './browser.js'

const games = {
  chess: { board: '.main-board', path: '/?play=e2e4,c7c5' },
  go: { files: [file('go.sgf')], flags: ['--views', 'corner,corner9'], board: '.goban svg', path: '/?play=Q16' },
  draughts: { files: [file('draughts.pdn')], board: '.draughts svg', path: '/?play=11-15' },
}

for (const [name, { files, flags, board, path }] of Object.entries(games))
  describe(name, () => {
    let at
    before(async () => {
      at = await open(files, flags)
    })
    afterEach(() => at.leave())
    after(() => at.close())

    const box = (page, selector) => page.locator(selector).first().boundingBox()

    test('the board has the full width, the moves come at once, and tools are behind one button', async () => {
      const page = await at.page({ path, ...phone })
      await page.locator('.moves .move').first().waitFor()
      await page.locator('.games .open').first().waitFor()
      const b = await box(page, board)
      assert.ok(b.width >= 380 && b.x <= 5 && Math.abs(b.width - b.height) < 4, JSON.stringify(b))
      const first = await box(page, '.moves tbody tr')
      assert.ok(first.y <= 520 && first.y > b.y + b.height, JSON.stringify(first))
      assert.deepEqual(await small(page), [])
      assert.deepEqual(await cut(page), [])
      assert.ok(!(await page.locator('#entry').isVisible()))
      await still(page)
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Tools' }).tap()
      const sheet = await box(page, '.sheet')
      assert.ok(sheet.y >= b.y + b.height - 1 && sheet.y + sheet.height <= 800, JSON.stringify([b, sheet]))
      await page.locator('#entry').waitFor()
      assert.deepEqual(await small(page), [])
      await still(page)
      await shot(page, `phone-${name}-tools`)
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Tools' }).tap()
      await page.locator('#entry').waitFor({ state: 'hidden' })
      assert.deepEqual(page.wrong, [])
    })

    test('a game that is tapped opens with its names, and Close returns to the list', async () => {
      const page = await at.page({ path, ...phone })
      const game = page.locator('.games .open').last()
      await game.waitFor()
      await page.locator('.moves .move').first().waitFor()
      const names = (await game.textContent()).split(' – ')
      await game.scrollIntoViewIfNeeded()
      const left = await page.evaluate(() => scrollY)
      await slow(page)
      await game.tap()
      await page.locator('.awaited').waitFor()
      const visible = async () => {
        const title = await box(page, '#game-title')
        assert.ok(title.y >= 0 && title.y + title.height < 700, JSON.stringify(title))
        for (const name of names) assert.ok((await page.locator('#game-title').textContent()).includes(name), name)
        const b = await box(page, board)
        assert.ok(b.y >= 0 && b.y + b.height <= title.y + 1, 'under the board')
      }
      await visible() // while it is loading
      await page.locator('.viewer .score button').first().waitFor()
      await visible()
      assert.deepEqual(await small(page), [])
      await still(page)
      await shot(page, `phone-${name}-game`)
      assert.deepEqual(await violations(page), [])
      await page.getByRole('button', { name: 'Close' }).first().tap()
      await page.locator('.games .open').last().waitFor()
      assert.equal(await page.evaluate(() => scrollY), left)
      assert.deepEqual(page.wrong, [])
    })
  })

describe('the editor', () => {
  let at
  before(async () => {
    at = await open()
  })
  afterEach(() => at.leave())
  after(() => at.close())

  test('has the pieces in two rows, by colour', async () => {
    const page = await at.page(phone)
    await page.locator('.moves .move').first().waitFor()
    await page.getByRole('button', { name: 'Tools' }).tap()
    await page.getByRole('button', { name: 'Set up' }).tap()
    const rows = await page.$$eval('.palette label', (all) =>
      all.map((e) => [e.title, Math.round(e.getBoundingClientRect().y)]),
    )
    const of = (color) => new Set(rows.filter(([title]) => title.startsWith(color)).map(([, y]) => y))
    assert.equal(rows.length, 13)
    assert.equal(of('White').size, 1)
    assert.equal(of('Black').size, 1)
    assert.ok([...of('White')][0] < [...of('Black')][0])
    assert.equal(Math.round((await page.locator('.squares').boundingBox()).width), 390)
    assert.deepEqual(await small(page), [])
    assert.ok(await page.locator('.moves .move').first().isVisible(), 'the moves are under it')
    await still(page)
    await shot(page, 'phone-editor')
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.wrong, [])
  })
})
