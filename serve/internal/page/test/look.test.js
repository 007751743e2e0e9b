// Every state of the page in windows of eight widths, in light and dark colours: axe, nothing wider than the window, no
// name cut, no line that a panel squeezes, and on a phone nothing that a finger misses, and no error in
// the console. ./screens keeps pictures of them.
//
// axe takes a second, so it runs at 1400 pixels and on the phone; with pictures it runs in every window.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { program } from '../mock/main.js'
import { cut, file, lineOf, open, phone, settled, shot, small, square, still, violations } from './browser.js'

const sizes = [
  [2560, 1440],
  [1920, 1080],
  [1600, 900],
  [1400, 900],
  [1180, 820],
  [1024, 768],
  [768, 1024],
]
const pictures = Boolean(process.env.ZOBRIST_SHOTS)
const millions = readFileSync(file('millions.json'), 'utf8')
const annotated = readFileSync(file('annotated.pgn'), 'utf8')

const temp = mkdtempSync(join(tmpdir(), 'zobrist-look-'))
const known = join(temp, 'known.jsonl')
let valued // a game of the sample of which each position but the last has a value
before(async () => {
  const { url, stop } = await program(null, [])
  valued = (await (await fetch(url + 'games?limit=1&order=rating')).json()).games[0].id
  const line = await lineOf(url, valued)
  stop()
  const lines = line.slice(0, -1).map((m, i) => {
    const fen = m.fen.split(' ').slice(0, 4).join(' ')
    const evals = [{ pvs: [{ cp: (40 * i) % 333, line: line[i + 1].uci }], knodes: 9, depth: 36 }]
    return JSON.stringify({ fen, evals })
  })
  writeFileSync(known, lines.join('\n') + '\n')
})
after(() => rmSync(temp, { recursive: true }))

// The ways to a state, from its address.
const moves = (page) => page.locator('.moves .move').first().waitFor()
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click()
const tools = async (page) => {
  await moves(page)
  if (await page.getByRole('button', { name: 'Tools' }).isVisible()) await press(page, 'Tools')
}
const enter = async (page, text) => {
  await tools(page)
  await page.fill('#entry', text)
  await page.keyboard.press('Enter')
}
const filters = async (page) => {
  await moves(page)
  await page.locator('.filters summary').click()
}
const empty = (page) => page.locator('.empty').first().waitFor()
const alert = async (page) => {
  await page.getByRole('alert').first().waitFor()
  assert.equal(await page.locator('.position .lines:visible').count(), 0, 'nothing is under way')
}
const help = async (page) => {
  await moves(page)
  await page.keyboard.press('?')
  const close = page.locator('dialog').getByRole('button', { name: 'Close' })
  await close.waitFor()
  const b = await close.boundingBox()
  assert.ok(b.y + b.height <= page.viewportSize().height, 'Close is there without scrolling')
}
const first = async (page) => {
  await moves(page)
  await page.locator('.games .open').first().click()
  await page.locator('.viewer .score button').first().waitFor()
}
const joseki = async (page) => {
  await moves(page)
  await page.locator('.joseki summary').click()
  await page.locator('.sequences tbody tr').last().waitFor()
  const gaps = await page.$$eval('.sequences thead tr', ([row]) =>
    [...row.cells]
      .map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getBoundingClientRect()
      })
      .map((b, i, all) => (i > 0 ? b.left - all[i - 1].right : 9)),
  )
  assert.ok(Math.min(...gaps) > 5, `heads of columns run together: ${gaps}`)
}

// ZOBRIST_GAMES_GO and others name files with more games, for pictures.
const indexes = {
  chess: {
    start: ['/', moves],
    position: ['/?play=e2e4,c7c5,g1f3', moves],
    game: ['/?play=e2e4,c7c5,g1f3', first],
    annotated: [
      '/',
      async (page) => {
        await page.route('**/masters/pgn/*', (r) => r.fulfill({ body: annotated }))
        await first(page)
        await page.keyboard.press('End')
      },
    ],
    filters: ['/?player=Karpov,+Anatoly&color=white&since=1970', filters],
    empty: ['/?play=a2a4,a7a5,h2h4', empty],
    filtered: ['/?player=Karpov,+Anatoly&since=2020', empty],
    analysis: [
      '/',
      async (page) => {
        await tools(page)
        await page.getByRole('switch').check()
        await page.locator('.analysis li').first().waitFor()
      },
    ],
    prepare: [
      '/?prepare=white&who=Fischer,+Robert+James&play=e2e4',
      async (page) => {
        await page.locator('.look tbody tr').last().waitFor()
        await page.locator('.theirs').waitFor()
      },
    ],
    nobody: ['/?prepare=white&who=Nobody', empty],
    editor: [
      '/?play=e2e4',
      async (page) => {
        await tools(page)
        await press(page, 'Set up')
        await page.locator('.squares').waitFor()
      },
    ],
    tree: [
      '/',
      async (page) => {
        await enter(page, annotated)
        await page.locator('.line .variation').first().waitFor()
      },
    ],
    comment: [
      '/?play=e2e4,c7c5',
      async (page) => {
        await tools(page)
        await press(page, 'Comment')
        await page.locator('.remark textarea').waitFor()
      },
    ],
    millions: [
      '/',
      async (page) => {
        // made up: what a large index may answer
        await page.route('**/position?*', (r) => r.fulfill({ contentType: 'application/json', body: millions }))
        await page.goto('/?flip=1')
        await settled(page, '3,987,653 games')
      },
    ],
    promotion: [
      '/?flip=1&fen=' + encodeURIComponent('8/P6k/8/8/8/8/8/4K3 w - - 0 1'),
      async (page) => {
        await empty(page)
        await page.mouse.click(...(await square(page, 'a7', true)))
        await page.mouse.click(...(await square(page, 'a8', true)))
        await page.locator('.promotion').waitFor()
      },
    ],
    problem: [
      '/',
      async (page) => {
        await enter(page, 'Ke1')
        await page.locator('.problem').waitFor()
      },
    ],
    fen: ['/?fen=nonsense', alert],
    gone: ['/?game=zzz', alert],
    since: ['/?since=yesterday', alert],
    help: ['/', help],
    keys: ['/?tab=keys', (page) => page.locator('.example').waitFor()],
    report: ['/?tab=keys&keys=polyglot', (page) => page.getByText(/^Done after/).waitFor()],
  },
  values: {
    position: ['/?play=e2e4', moves],
    game: [
      () => `/?game=${valued}&node=12`,
      (page) => page.locator('.worth-here', { hasText: 'stored, depth 36' }).waitFor(),
    ],
  },
  go: {
    position: ['/?play=Q16', moves],
    game: ['/?play=Q16', first],
    corner: ['/?play=Q16&by=corner', moves],
    joseki: ['/?play=Q16&by=corner', joseki],
    filters: ['/?play=Q16', filters],
    empty: ['/?play=K10,A1', empty],
    help: ['/', help],
  },
  draughts: {
    position: ['/?play=11-15', moves],
    game: ['/?play=11-15', first],
    filters: ['/?play=11-15', filters],
    empty: ['/?play=12-16', empty],
    fen: ['/?fen=W:Wx', alert],
    prepare: ['/?prepare=black&who=Banks,+N', (page) => page.locator('.prepare .legend').waitFor()],
  },
  crazyhouse: { pockets: ['/?play=e2e4,d7d5,e4d5,d8d5', moves] },
  threeCheck: { checks: ['/?play=e2e4,e7e5,d1h5,g8f6,h5f7', moves] },
}
const servers = {
  chess: [],
  values: [undefined, undefined, [known]],
  go: [[file('go.sgf')], ['--views', 'corner,corner9']],
  draughts: [[file('draughts.pdn')], []],
  crazyhouse: [[file('house.pgn')], ['--game', 'crazyhouse']],
  threeCheck: [[file('three.pgn')], ['--game', '3check']],
}

/** look looks at the page in light and dark colours. */
async function look(page, name, axe) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await still(page)
    await shot(page, `${name}-${colorScheme}`)
    if (axe) assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`)
  }
  assert.deepEqual(await wide(page), [], `${name}: wider than the window`)
  assert.deepEqual(await cut(page), [], name)
  assert.deepEqual(await wider(page), [], `${name}: the list of games is wider than its place`)
  assert.deepEqual(await squeezed(page), [], `${name}: less than a line high`)
}

/** wide are the elements that reach beyond the window, and are neither scrolled nor cut off by a part of it. */
const wide = (page) =>
  page.$$eval('body *', (all) => {
    const width = document.documentElement.clientWidth // innerWidth grows with the content on a phone
    const contains = (e) => getComputedStyle(e).overflowX !== 'visible'
    return all
      .filter((e) => e.getBoundingClientRect().right > width + 1 && !e.closest('.unseen, svg'))
      .filter((e) => {
        for (let a = e.parentElement; a !== document.body; a = a.parentElement) if (contains(a)) return false
        return true
      })
      .map((e) => e.outerHTML.slice(0, 120))
  })

/** wider are the lists of games that are wider than their place, so that one scrolls for their dates. */
const wider = (page) =>
  page.$$eval('.game-list .scroll', (all) =>
    all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => `${e.scrollWidth} in ${e.clientWidth}`),
  )

/** faults are the warnings and errors of the page, without any failed request: some addresses here are refused. */
const faults = (page) => page.wrong.filter((text) => !text.startsWith('Failed to load resource'))

/** squeezed are the parts that scroll and show less than a line of what they have. */
const squeezed = (page) =>
  page.$$eval('.line, .score, .scroll, .panel', (all) =>
    all
      .filter((e) => e.checkVisibility() && e.scrollHeight > e.clientHeight + 1)
      .filter((e) => e.clientHeight < 28)
      .map((e) => `${e.className} ${e.clientHeight} of ${e.scrollHeight}`),
  )

for (const [index, states] of Object.entries(indexes))
  describe(index, () => {
    let at
    before(async () => {
      const own = process.env['ZOBRIST_GAMES_' + index.toUpperCase()]
      const [files, flags, evals] = servers[index]
      at = await open(own ? [own] : files, own ? (flags ?? []) : flags, evals)
    })
    afterEach(() => at.leave())
    after(() => at.close())

    for (const [state, [path, reach]] of Object.entries(states)) {
      const address = () => (typeof path === 'string' ? path : path())
      test(state, async () => {
        const page = await at.page({ path: address(), width: 1400, height: 900 })
        await reach(page)
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height })
          await look(page, `${index}-${state}-${width}`, pictures || width === 1400)
        }
        assert.deepEqual(faults(page), [])
      })
      test(`${state} on a phone`, async () => {
        const page = await at.page({ path: address(), ...phone })
        await reach(page)
        await look(page, `${index}-${state}-390`, true)
        assert.deepEqual(await small(page), [])
        await page.setViewportSize({ width: 320, height: 640 })
        await still(page)
        assert.deepEqual(await wide(page), [])
        assert.deepEqual(faults(page), [])
      })
    }
  })
