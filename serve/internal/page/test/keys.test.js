// The audit of keys.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { program } from '../mock/main.js'
import { open, picture, shot } from './browser.js'

let at
before(async () => {
  at = await open()
})
afterEach(() => at.leave()) // the server runs one audit at a time
after(() => at.close())

test('an audit streams rank, dependencies and two positions with one hash', { timeout: 900_000 }, async () => {
  const page = await at.page({ path: '/?tab=keys', width: 1180 })
  await page.getByRole('button', { name: 'polyglot' }).click()
  await page.getByRole('button', { name: 'Audit' }).click()
  await page.locator('.facts').waitFor()
  assert.match(await page.locator('.facts').textContent(), /Rank64 of 64/)
  await page.getByText(/^Done after/).waitFor({ timeout: 600_000 })
  const rows = await page.$$eval('.keys-report .weights tbody tr', (all) =>
    all.map((r) => [...r.children].map((c) => c.textContent)),
  )
  const found = Object.fromEntries(rows.map((r) => [r[0], r[1]]))
  // docs/keys.md: the keys of Polyglot have no dependency of seven keys or fewer, and one of eight.
  for (const weight of ['1', '2', '3', '4', '5', '6', '7']) assert.equal(found[weight], '0')
  assert.equal(found['8'], '1')
  assert.match(await page.locator('.dependencies').textContent(), /white pawn a1/)
  const pair = page.getByRole('img', { name: /(First|Second) position/ })
  assert.equal(await pair.count(), 2)
  assert.match(await page.locator('.hash').textContent(), /^[0-9a-f]{16}$/)
  assert.ok((await page.locator('.pair .board-marks rect').count()) > 4, 'the squares that differ are marked')
  await shot(page, 'keys')
  await picture(page, 'one-hash', await page.getByLabel('Two positions with one hash').boundingBox())
  assert.deepEqual(page.wrong, [])
})

test('a link keeps the table, its order and its width', async () => {
  const page = await at.page({ path: '/?tab=keys&keys=coded:7&layout=769&bits=32' })
  assert.equal(await page.inputValue('#table'), 'coded:7')
  assert.equal(await page.getByLabel('Order of the keys').inputValue(), '769')
  assert.equal(await page.getByLabel('Width, bits').inputValue(), '32')
  await page.getByLabel('Width, bits').fill('48')
  await page.waitForURL(/bits=48$/)
  await page
    .getByRole('button', { name: 'Stop' })
    .or(page.getByText(/^Done after/))
    .first()
    .waitFor()
  // The audit of the link may end at any time: its button is pressed if it is there.
  await page.evaluate(() => [...document.querySelectorAll('button')].find((b) => b.textContent === 'Stop')?.click())
  const asked = page.waitForRequest('**/keys/tables')
  await page.getByRole('button', { name: 'Audit' }).click()
  assert.deepEqual((await asked).postDataJSON(), { keys: 'coded:7', layout: '769', bits: 48 })
})

test('a table that is pasted in place of a name is taken as the table', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  const text = Array.from({ length: 40 }, (_, i) => '0x' + (i + 1).toString(16).padStart(16, '9')).join('\n')
  const paste = (text) =>
    page.locator('#table').evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }))
    }, text)
  assert.equal(await paste('random:pcg:1'), true, 'a name stays in the field')
  assert.equal(await paste(text), false)
  assert.equal(await page.inputValue('#paste'), text)
  assert.equal(await page.inputValue('#table'), '')
  const asked = page.waitForRequest('**/keys/tables')
  await page.getByRole('button', { name: 'Audit' }).click()
  assert.equal((await asked).postDataJSON().text, text)
})

test('the flaws of the last event are shown', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  await page.route('**/keys/audit?*', (r) => {
    const events = [
      ['table', { name: 'made up', features: 781, bits: 64, seconds: 1 }],
      ['rank', { rank: 64, features: 781, bits: 64, zero: [], equal: [], aliased: 0, flaws: [] }],
      ['weight', { weight: 4, count: '1', exact: true, expected: 8e-10, missed: 0 }],
      [
        'done',
        {
          seconds: 1,
          interrupted: false,
          flaws: [{ flaw: 'the keys of four features XOR to 0', harm: 'positions collide', remedy: 'draw one anew' }],
          verdict: 'Flawed.',
        },
      ],
    ]
    const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
    return r.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.getByRole('button', { name: 'Audit' }).click()
  await page.getByText(/^Done after/).waitFor()
  assert.match(await page.locator('.facts').textContent(), /Flaws1 see above/)
  assert.match(await page.locator('.headline').textContent(), /Worth 64 bits.*does not show this flaw:$/)
  assert.equal(
    await page.locator('.flaws').textContent(),
    'The keys of four features XOR to 0. Positions collide. Remedy: draw one anew.',
  )
})

test('the server’s flaws come with their harm and remedy, beside what the keys are worth', async () => {
  // Random keys of which two are equal: the audit says what that does, and what to do.
  const list = Array.from(
    { length: 781 },
    (_, i) => '0x' + createHash('sha256').update(String(i)).digest('hex').slice(0, 16),
  )
  list[200] = list[201]
  const { url, stop } = await program(null, []) // the mock makes its audits up
  try {
    const page = await at.page()
    await page.goto(url + '?tab=keys&layout=781')
    await page.fill('#paste', list.join('\n'))
    await page.getByRole('button', { name: 'Audit' }).click()
    const flaws = page.locator('.flaws li')
    await flaws.first().waitFor()
    assert.match(
      await flaws.first().textContent(),
      /have the same key as another feature\. .*the same hash\. Remedy: draw one key .* anew\.$/,
    )
    assert.match(await page.locator('.headline').textContent(), /Worth 64 bits.* does not show this flaw:$/)
    await page.getByRole('button', { name: 'Stop' }).click()
  } finally {
    await at.leave()
    stop()
  }
})

test('an example is there before anything is typed, and plays to the same hash', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  const example = page.locator('.example')
  await example.waitFor()
  assert.equal(await page.getByRole('img', { name: /After 0 of 9|The other position/ }).count(), 2)
  const now = () => example.locator('.xor li').last().locator('code').textContent()
  // The hash of both, which zobrist keys collide polyglot printed.
  assert.equal(await now(), '= 92e8cb5a2e33f835')
  for (let i = 1; i <= 9; i++) {
    await example.getByRole('button', { name: 'Next key' }).click()
    await page.getByRole('img', { name: `After ${i} of 9` }).waitFor()
    if (i < 9) assert.notEqual(await now(), '= 92e8cb5a2e33f835')
  }
  assert.equal(await now(), '= 92e8cb5a2e33f835')
  const [a, b] = await example.locator('.diagram').all()
  const drawn = (d) => d.getAttribute('aria-label').then((l) => l.replace(/^.*?\. /, ''))
  assert.equal(await drawn(a), await drawn(b))
})

test('a link with a table shows its report, which survives a look at the Explorer', async () => {
  const page = await at.page({ path: '/?keys=polyglot' })
  await page.locator('.headline', { hasText: 'Worth 64 bits' }).waitFor()
  assert.doesNotMatch(await page.locator('.headline').textContent(), /proven/)
  await page.getByText(/^Done after/).waitFor({ timeout: 600_000 })
  await page.getByRole('link', { name: 'Explorer' }).click()
  await page.locator('.main-board').waitFor()
  assert.match(page.url(), /tab=explorer&keys=polyglot$/) // so that this address does not show the keys
  assert.equal(await page.locator('.facts').isVisible(), false)
  await page.getByRole('link', { name: 'Keys' }).click()
  assert.ok(await page.locator('.facts').isVisible())
  assert.ok(await page.getByText(/^Done after/).isVisible())
  // A server searches to weight 8, where the only dependency has no legal positions; the mock has one of weight 9 too.
  const first = page.locator('.dependencies li').first()
  assert.match(await first.textContent(), at.real ? /no legal position/ : /two legal positions/)
  assert.match(await page.locator('.dependencies').textContent(), /no legal position has .*white pawn a1/)
})

test('the proven distance of coded keys is shown, and numbers found are written as those expected', async () => {
  const page = await at.page({ path: '/?keys=coded:1' })
  await page.locator('.headline', { hasText: 'no set of fewer than 14 of these keys' }).waitFor()
  await page.route('**/keys/audit?*', (r) => {
    const events = [
      ['table', { name: 'made up', features: 781, bits: 64, seconds: 1 }],
      ['rank', { rank: 50, features: 781, bits: 64, zero: [], equal: [], aliased: 0 }],
      ['weight', { weight: 9, count: '1234567', exact: true, expected: 1250000, missed: 0 }],
      ['done', { seconds: 1, interrupted: false }],
    ]
    const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
    return r.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.goto('/?keys=polyglot')
  await page.locator('.headline', { hasText: 'Worth 50 bits, of 64 that there could be' }).waitFor()
  const cells = await page.$$eval('.keys-report .weights tbody td', (all) => all.map((c) => c.textContent))
  assert.deepEqual(cells.slice(0, 2), ['1.2 × 10⁶', '1.3 × 10⁶'])
})

/** unending serves an audit that never goes on after its table. It counts the requests whose clients have left. */
async function unending() {
  const left = { count: 0 }
  const server = createServer((request, response) => {
    response.on('close', () => left.count++)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('event: table\ndata: {"name": "made up", "features": 781, "bits": 64, "seconds": 9}\n\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    left,
    serve: (route) => route.continue({ url: `http://127.0.0.1:${server.address().port}/` }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('an audit can be stopped before the table is taken, before its first result, and later', async () => {
  const server = await unending()
  try {
    const page = await at.page({ path: '/?tab=keys' })
    const holds = [
      ['**/keys/tables', () => {}, 'The server reads the table'],
      ['**/keys/audit?*', () => {}, 'The server reads the table'],
      ['**/keys/audit?*', server.serve, 'made up'],
    ]
    for (const [path, answer, shown] of holds) {
      await page.route(path, answer)
      const asked = page.waitForRequest(path)
      await page.getByRole('button', { name: 'Audit' }).click()
      const request = await asked
      await page.locator('.keys-report', { hasText: shown }).waitFor()
      const failed = page.waitForEvent('requestfailed', (r) => r === request)
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText(/^Stopped/).waitFor()
      assert.match((await failed).failure().errorText, /ERR_ABORTED/)
      assert.equal(await page.getByRole('alert').count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 0)
      await page.unroute(path)
    }
    while (server.left.count === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    await page.getByRole('button', { name: 'Audit' }).click()
    await page.locator('.facts').waitFor()
    assert.equal(await page.getByText(/^Stopped/).count(), 0)
    assert.deepEqual(page.wrong, [])
  } finally {
    server.close()
  }
})

test('a server that has too many audits says so', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  await page.route('**/keys/audit?*', (r) =>
    r.fulfill({ status: 429, contentType: 'text/plain', body: 'two audits are running' }),
  )
  await page.getByRole('button', { name: 'Audit' }).click()
  assert.match(await page.getByRole('alert').textContent(), /busy/)
  await page.unroute('**/keys/audit?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.facts').waitFor()
})

test('a table that is none is refused in words', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  await page.fill('#paste', 'these are no keys')
  await page.getByRole('button', { name: 'Audit' }).click()
  assert.match(await page.getByRole('alert').textContent(), /does not understand/)
})

test('keys are read from a file', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  const text = Array.from(
    { length: 16 },
    (_, i) => '0x' + ((0x9d39247e33776d41n * BigInt(2 * i + 1)) % (1n << 64n)).toString(16).padStart(16, '0'),
  ).join(',\n')
  await page.setInputFiles('input[type=file]', { name: 'keys.h', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.waitForFunction(() => document.getElementById('paste').value.startsWith('0x9d39247e33776d41'))
  await page.getByRole('button', { name: 'Clear' }).click()
  assert.equal(await page.inputValue('#paste'), '')
})

test('an audit whose connection breaks says so and can be begun again', async () => {
  const server = await unending()
  const page = await at.page({ path: '/?tab=keys' })
  await page.route('**/keys/audit?*', server.serve)
  await page.getByRole('button', { name: 'Audit' }).click()
  await page.locator('.keys-report', { hasText: 'made up' }).waitFor()
  server.close()
  await page.getByRole('alert').filter({ hasText: 'broke' }).waitFor()
  await page.unroute('**/keys/audit?*')
  at.line.cut()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor()
  await at.line.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.facts').waitFor()
})

test('sizes of tags that make no sense say so, by the name of their field', async () => {
  const page = await at.page({ path: '/?tab=keys' })
  const panel = page.locator('.tags')
  await panel.locator('.verdict').waitFor()
  assert.equal(await panel.locator('.problem').count(), 0)
  const usual = { 'Probes that miss': '1e10', 'Wrong hits at most': '1', 'Slots in a cluster': '4' }
  for (const [label, value, want] of [
    ['Slots in a cluster', '0', /^Slots in a cluster: a number from 1 to 1,024\./],
    ['Slots in a cluster', '2.5', /^Slots in a cluster: a whole number\./],
    ['Probes that miss', '0', /^Probes that miss: a number from 1 to 1\.0 × 10³⁰\./],
    ['Wrong hits at most', '1e20', /^No tag is needed/],
    ['Wrong hits at most', '1e-30', /^No hash has so many bits/],
    ['Bits of data', '9999', /^Bits of data: a number from 0 to 1,024\./],
    ['Bits of data', '1.5', /^Bits of data: a whole number\./],
    ['Positions to hold', '3', /^A cluster has more slots/],
    ['Positions to hold', '2.5', /^Positions to hold: a whole number\./],
  ]) {
    const field = panel.getByLabel(label)
    await field.fill(value)
    await field.press('Enter')
    await panel.locator('.problem', { hasText: want }).waitFor()
    await field.fill(usual[label] ?? (label === 'Bits of data' ? '64' : '1e8'))
    await field.press('Enter')
    await panel.locator('.problem').waitFor({ state: 'detached' })
    await panel.locator('.verdict').waitFor()
  }
})
