// Everything by keyboard, and what a screen reader is told.

import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { open, pieceOn, settled } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave())
after(() => at.close())

const focused = (page) =>
  page.evaluate(() => {
    const e = document.activeElement
    return {
      name: e.getAttribute('aria-label') || e.textContent.trim() || e.id,
      outline:
        [getComputedStyle(e), getComputedStyle(e, '::after')].find((s) => s.outlineStyle !== 'none')?.outlineStyle ??
        'none',
      tag: e.tagName,
    }
  })

test('a move is typed, the arrows step, and the change is announced', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.keyboard.press('/')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'entry')
  await page.keyboard.type('e4')
  await page.keyboard.press('Enter')
  await settled(page, '30 games')
  await page.waitForFunction(() => /^1\. e4\. 30 games\./.test(document.getElementById('said').textContent))
  assert.match(await page.locator('.main-board').getAttribute('aria-label'), /White: king e1.*pawn e4.*Black to move/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await settled(page, '61 games')
  await pieceOn(page, 'e2', 'wp')
  assert.match(page.url(), /play=e2e4&at=0/)
  await page.keyboard.press('ArrowRight')
  await settled(page, '30 games')
  await page.keyboard.press('f')
  await page.waitForURL(/flip=1/)
})

test('help opens at its top', async () => {
  const page = await at.page({ height: 500 })
  await settled(page, '61 games')
  await page.keyboard.press('?')
  assert.equal((await focused(page)).name, 'Help')
  assert.equal(await page.locator('dialog').evaluate((d) => d.scrollTop), 0)
  assert.ok(await page.locator('dialog').evaluate((d) => d.scrollHeight > d.clientHeight))
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('dialog[open]').count(), 0)
})

test('tab reaches everything, each with a visible focus', async () => {
  const page = await at.page({ path: '/?play=e2e4' })
  await settled(page, '30 games')
  const seen = []
  for (let i = 0; i < 140; i++) {
    await page.keyboard.press('Tab')
    const f = await focused(page)
    if (f.tag === 'BODY') break
    assert.notEqual(f.outline, 'none', `${f.tag} ${f.name} shows no focus`)
    seen.push(f.name)
  }
  for (const name of [
    'Skip to the content',
    'Explorer',
    'Keys',
    'Help',
    'Back one move',
    'Turn board',
    'Go',
    'Copy FEN',
    'Same pawns',
    'By date',
  ]) {
    assert.ok(seen.includes(name), `${name} in ${seen}`)
  }
  assert.ok(
    seen.some((name) => name.startsWith('1…e5')),
    String(seen),
  )
})

test('a move of the table and a game are opened with Enter', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  await page.locator('.moves .move').first().focus()
  await page.keyboard.press('Enter')
  await settled(page, '30 games')
  await page.locator('.games .open').first().focus()
  await page.keyboard.press('Enter')
  await page.locator('.viewer').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.games').waitFor()
})

test('help opens with a question mark and closes with Escape', async () => {
  const page = await at.page()
  await page.keyboard.press('?')
  assert.ok(await page.locator('dialog[open]').isVisible())
  const text = await page.locator('dialog').textContent()
  for (const word of ['Analysis', 'Perf.', 'Usual']) assert.ok(text.includes(word), word)
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('dialog[open]').count(), 0)
  await page.locator('#entry').focus()
  await page.keyboard.type('?')
  assert.equal(await page.locator('dialog[open]').count(), 0, 'in a field it is a letter')
})

test('tables have captions, headers and named columns', async () => {
  const page = await at.page()
  await settled(page, '61 games')
  const table = page.getByRole('table', { name: 'Moves played in this position' })
  for (const name of ['Games', 'Share', 'Score', 'Last']) {
    assert.equal(await table.getByRole('columnheader', { name }).count(), 1)
  }
  assert.ok((await table.getByRole('rowheader').count()) > 3)
})
