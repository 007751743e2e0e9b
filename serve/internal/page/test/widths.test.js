// Each game in windows of six widths, in light and dark colours: axe, and nothing wider than the window. ./screens keeps
// pictures of them.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { cut, file, open, shot, still, violations } from './browser.js'

const sizes = [
  [2560, 1440],
  [1920, 1080],
  [1600, 900],
  [1400, 900],
  [1180, 820],
  [390, 844],
]
// ZOBRIST_GAMES_GO and others name files with more games, for pictures.
const games = {
  chess: { path: '/?play=e2e4,c7c5,g1f3' },
  go: { files: [file('go.sgf')], flags: ['--views', 'corner,corner9'], path: '/?play=Q16' },
  draughts: { files: [file('draughts.pdn')], path: '/?play=11-15' },
}

for (const [name, { files, flags, path }] of Object.entries(games))
  describe(name, () => {
    let at
    before(async () => {
      const own = process.env['ZOBRIST_GAMES_' + name.toUpperCase()]
      at = await open(own ? [own] : files, flags)
    })
    afterEach(() => at.leave())
    after(() => at.close())

    for (const [width, height] of sizes)
      test(`${width} pixels`, async () => {
        const touch = width < 400 && { hasTouch: true, isMobile: true }
        const page = await at.page({ path, width, height, ...touch })
        await page.locator('.moves .move').first().waitFor()
        await page.locator('.games .open').first().waitFor()
        const look = async (what) => {
          for (const colorScheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme })
            await still(page)
            await shot(page, `${name}-${width}-${what}-${colorScheme}`)
            assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`)
          }
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide')
          assert.deepEqual(await cut(page), [], what)
        }
        await look('position')
        await page.locator('.games .open').first().click()
        await page.locator('.viewer .score button').first().waitFor()
        await look('game')
        assert.deepEqual(page.wrong, [])
      })
  })
