// What a failure looks like, and the help.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

for (const path of ['/?fen=nonsense', '/?since=yesterday'])
  test(`nothing looks as if it were under way where a failure is said: ${path}`, async () => {
    const page = await at.page({ path })
    await page.getByRole('alert').first().waitFor()
    assert.equal(await page.locator('.position .lines:visible').count(), 0)
  })

test('the help can be closed without scrolling', async () => {
  const page = await at.page({ width: 390, height: 844 })
  await page.locator('.moves .move').first().waitFor()
  await page.keyboard.press('?')
  const b = await page.locator('dialog').getByRole('button', { name: 'Close' }).boundingBox()
  assert.ok(b.y + b.height <= 844, JSON.stringify(b))
})
