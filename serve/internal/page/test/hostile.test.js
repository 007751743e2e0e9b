// A hostile page gets nothing: from another origin, around a frame, or under a name that leads to this machine.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { open, settled } from './browser.js'

let at, other, origin
before(async () => {
  at = await open()
  other = createServer((_, r) => r.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>hostile</title>'))
  await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${other.address().port}`
})
afterEach(() => at.leave())
after(async () => {
  other.closeAllConnections()
  other.close()
  await at.close()
})

const requests = [
  ['GET', '/analysis?seconds=1'],
  ['GET', '/line?play=e2e4'],
  ['GET', '/prepare?player=Fischer&color=white'],
  ['POST', '/read'],
]
/** ask is what a script of a page gets: the type and status of the answer and its text, or that there is none. */
const ask = async ([method, address, mode]) => {
  try {
    const r = await fetch(address, { method, mode, ...(method === 'POST' && { body: 'e4' }) })
    return [r.type, r.status, await r.text()]
  } catch {
    return ['none', 0, '']
  }
}

test('a page of another origin reads nothing and starts nothing', async () => {
  const page = await at.page()
  await page.goto(origin)
  for (const [method, path] of requests)
    for (const mode of ['cors', 'no-cors']) {
      const [type, status, text] = await page.evaluate(ask, [method, at.base + path, mode])
      assert.ok(['none', 'opaque'].includes(type), `${path}, ${mode}: ${type}`)
      assert.equal(status, 0)
      assert.equal(text, '')
    }
  // What takes work is not even begun; Chromium sends these headers, but tells nobody the status.
  const headers = { 'Sec-Fetch-Site': 'same-site', Origin: origin }
  for (const [method, path] of requests.filter(([, path]) => /analysis|read/.test(path))) {
    const r = await page.request.fetch(at.base + path, { method, headers, ...(method === 'POST' && { data: 'e4' }) })
    assert.equal(r.status(), 403, path)
  }
  // The same request by the page itself is answered.
  await page.goto(at.base)
  await settled(page, '61 games')
  for (const [method, path] of requests)
    assert.equal((await page.evaluate(ask, [method, path, 'cors']))[1], 200, path)
})

test('no page has it in a frame', async () => {
  const page = await at.page()
  await page.goto(origin)
  for (const path of ['/', '/?play=e2e4', '/line?play=e2e4', '/stats']) {
    await page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = resolve
          frame.src = address
          document.body.replaceChildren(frame)
        }),
      at.base + path,
    )
    const frame = page.frames().find((f) => f !== page.mainFrame())
    assert.ok(!frame.url().startsWith(at.base) || (await frame.content()).length < 60, `${path}: ${frame.url()}`)
  }
})

test('a name that leads to this machine gets no answer', async () => {
  const page = await at.page()
  await page.goto(at.base.replace('127.0.0.1', 'evil.example') + '/robots.txt') // not allowed, and of that origin
  for (const [method, path] of requests) {
    const [, status, text] = await page.evaluate(ask, [method, path, 'same-origin'])
    assert.ok(status >= 400, `${path}: status ${status}`)
    assert.doesNotMatch(text, /san/)
  }
})
