// Narrow windows, light and dark, and axe.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { open, settled, shot, square, still, violations } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const millions = readFileSync(new URL('millions.json', import.meta.url), 'utf8')
const annotated = readFileSync(new URL('annotated.pgn', import.meta.url), 'utf8')

// The states of the page that are looked at.
const states = {
  start: async (page) => settled(page, '61 games'),
  line: async (page) => {
    await page.goto('/?play=e2e4,e7e5,g1f3')
    await settled(page, '11 games')
  },
  filters: async (page) => {
    await settled(page, '61 games')
    await page.locator('.filters summary').click()
  },
  empty: async (page) => {
    await page.goto('/?play=a2a4,a7a5,h2h4')
    await page.locator('.empty').first().waitFor()
  },
  analysis: async (page) => {
    await settled(page, '61 games')
    await page.getByRole('switch').check()
    await page.locator('.analysis li').first().waitFor()
  },
  prepare: async (page) => {
    await page.goto('/?prepare=white&who=Fischer,+Robert+James&play=e2e4')
    await page.locator('.look').waitFor()
    await page.locator('.theirs').waitFor()
  },
  editor: async (page) => {
    await settled(page, '61 games')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.locator('.squares').waitFor()
  },
  tree: async (page) => {
    await page.fill('#entry', annotated)
    await page.keyboard.press('Enter')
    await page.locator('.line .variation').first().waitFor()
  },
  game: async (page) => {
    await page.route('**/masters/pgn/*', (r) => r.fulfill({ body: annotated }))
    await page.locator('.games .open').first().click()
    await page.locator('.score').waitFor()
    await page.keyboard.press('End')
  },
  trouble: async (page) => {
    await page.goto('/?since=x')
    await page.getByRole('alert').first().waitFor()
  },
  millions: async (page) => {
    // made up: what a large index may answer
    await page.route('**/position?*', (r) => r.fulfill({ contentType: 'application/json', body: millions }))
    await page.goto('/?flip=1')
    await settled(page, '3,987,653 games')
  },
  help: async (page) => {
    await settled(page, '61 games')
    await page.keyboard.press('?')
  },
  promotion: async (page) => {
    await page.goto('/?flip=1&fen=' + encodeURIComponent('8/P6k/8/8/8/8/8/4K3 w - - 0 1'))
    await page.mouse.click(...(await square(page, 'a7', true)))
    await page.mouse.click(...(await square(page, 'a8', true)))
    await page.locator('.promotion').waitFor()
  },
  problem: async (page) => {
    await page.fill('#entry', 'Ke1')
    await page.keyboard.press('Enter')
    await page.locator('.problem').waitFor()
  },
  keys: async (page) => {
    await page.goto('/?tab=keys')
    await page.getByRole('button', { name: 'Audit' }).click()
    await page.locator('.facts').waitFor()
    await page.locator('.tags .verdict').waitFor()
  },
}

// One page a state: all rules in a window of usual size; then contrast, and the size of targets, in each width that the
// layout has a form for, in light and dark colours; then 320 pixels.
const sizes = [
  [390, 844],
  [768, 1024],
  [1180, 820],
  [1400, 900],
  [1920, 1080],
]
for (const [name, reach] of Object.entries(states)) {
  test(`axe finds nothing, and 320 pixels are enough: ${name}`, async () => {
    const page = await at.page()
    await reach(page)
    await still(page)
    await shot(page, `${name}-light`)
    assert.deepEqual(await violations(page), [])

    for (const [width, height] of sizes)
      for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme })
        await still(page)
        await shot(page, `${name}-${width}-${colorScheme}`)
        const found = await violations(page, ['color-contrast', 'target-size'])
        assert.deepEqual(found, [], `${width} pixels wide, ${colorScheme} colours`)
      }

    await page.setViewportSize({ width: 320, height: 640 })
    await still(page)
    await shot(page, `${name}-320`)
    const wide = await page.evaluate(() => ({
      over: document.documentElement.scrollWidth - innerWidth,
      which: [...document.querySelectorAll('body *')]
        .filter(
          (e) =>
            e.getBoundingClientRect().right > innerWidth + 1 &&
            !e.closest('.fen, .score, .unseen, svg, .skip, .weights, .games td, .games th, .under'),
        )
        .map((e) => e.outerHTML.slice(0, 120)),
    }))
    assert.ok(wide.over <= 0, JSON.stringify(wide))
    assert.deepEqual(wide.which, [])
  })
}

test('the colours follow the system, or the reader', async () => {
  const page = await at.page({ scheme: 'dark' })
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await paper()
  await page.getByLabel('Colours').selectOption('light')
  const light = await paper()
  assert.notEqual(dark, light)
  await page.reload()
  assert.equal(await paper(), light, 'the choice lasts')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByLabel('Colours').selectOption('auto')
  assert.equal(await paper(), light)
})
