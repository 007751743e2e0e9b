// Debian's Chromium, headless, and a server whose connection can be broken.
//
// ZOBRIST_URL names a server that holds the sample games, such as http://127.0.0.1:8080; without it the mock is
// tested. CHROMIUM names the browser. Into the folder ZOBRIST_SHOTS, if it is set, go screenshots to look at, and into
// ZOBRIST_PICTURES the pictures of the README; serve/internal/page/pictures sets it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { start } from '../mock/main.js'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
]

/**
 * open starts browser and server for one file of tests: of the sample games, or of files and flags of an index; with
 * files of evaluations if there are any.
 */
export async function open(files, views, evals) {
  const mock = process.env.ZOBRIST_URL && !files && !evals ? null : await start(0, files, views, evals)
  const origin = new URL((!mock && process.env.ZOBRIST_URL) || `http://127.0.0.1:${mock?.address().port}`)
  const line = await proxy(origin)
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags })
  return {
    base: line.base,
    line,
    real: !mock,
    async close() {
      await browser.close()
      line.cut()
      mock?.closeAllConnections()
      mock?.close()
    },
    page: (options) => newPage(browser, line.base, options),
    /**
     * leave closes every page, so that the server ends what it does for them. A handler of a route that waits for the
     * server then fails, and must not fail the file of tests with it.
     */
    async leave() {
      for (const context of browser.contexts()) {
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      }
    },
  }
}

// proxy passes connections on to the server until it is cut, as if the server were killed.
async function proxy(origin) {
  const sockets = new Set()
  let server
  const listen = (port) =>
    new Promise((resolve) => {
      server = createServer((near) => {
        const far = connect(Number(origin.port || 80), origin.hostname)
        for (const [a, b] of [
          [near, far],
          [far, near],
        ]) {
          sockets.add(a)
          a.pipe(b)
          a.on('error', () => b.destroy())
          a.on('close', () => {
            sockets.delete(a)
            b.destroy()
          })
        }
      }).listen(port, '127.0.0.1', () => resolve(server.address().port))
    })
  const port = await listen(0)
  return {
    base: `http://127.0.0.1:${port}`,
    cut() {
      server.close()
      for (const s of sockets) s.destroy()
    },
    mend: () => listen(port),
  }
}

/** lineOf is the main line of a game of a server, with the position before it. */
export async function lineOf(url, id) {
  const body = await (await fetch(new URL('masters/pgn/' + id, url))).text()
  const text = await (await fetch(new URL('read', url), { method: 'POST', body })).json()
  const line = [{ fen: text.fen }]
  let last = 0
  text.moves.forEach((m, i) => {
    if (m.parent !== last) return
    line.push(m)
    last = i + 1
  })
  return line
}

/** phone is the window of one. */
export const phone = { width: 390, height: 844, hasTouch: true, isMobile: true }

/** newPage opens a tab that remembers what went wrong in it, and every address that it asked. */
async function newPage(
  browser,
  base,
  { path = '/', width = 1280, height = 900, scheme = 'light', wait = true, ...more } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    baseURL: base,
    ...more,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(Number(process.env.ZOBRIST_TIMEOUT ?? 180_000)) // a busy machine is slow, and a test that waits for an event ends with it
  page.wrong = []
  page.asked = []
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && page.wrong.push(m.text()))
  page.on('pageerror', (e) => page.wrong.push(e.message))
  page.on('request', (r) => page.asked.push(r.url()))
  await page.goto(path)
  if (wait) await page.waitForSelector('main')
  return page
}

/** file is the path of a file in this folder. */
export const file = (name) => fileURLToPath(new URL(name, import.meta.url))

/** slow gives a page a slow line from now on: 800 ms to the server and back, 30 kB in a second. */
export async function slow(page) {
  const session = await page.context().newCDPSession(page)
  const [latency, throughput] = [800, 30_000]
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** watch notes in each frame where parts of the page are; what it returns gives the places of each. */
export async function watch(page, selectors) {
  await page.evaluate((selectors) => {
    window.places = {}
    const look = () => {
      for (const s of selectors) {
        const b = document.querySelector(s)?.getBoundingClientRect()
        if (b) (window.places[s] ??= new Set()).add([b.x, b.y, b.width, b.height].map(Math.round).join())
      }
      requestAnimationFrame(look)
    }
    look()
  }, selectors)
  return () => page.evaluate(() => Object.entries(window.places).map(([s, all]) => [s, [...all]]))
}

/** cut are the names of players, events and openings, and the numbers, on show of which a part is not. */
export function cut(page) {
  const names = '.games .name, .games td.event, .moves td.opening, .moves .under, .moves .move, #opening, #game-title'
  const numbers =
    '.moves .number, .panel-head button, .games .result, .games .when, .look .number, .sequences .number'
  return page.$$eval(`${names}, ${numbers}`, (all) =>
    all
      .filter((e) => e.textContent !== '' && e.checkVisibility())
      .filter((e) => {
        const range = document.createRange()
        range.selectNodeContents(e)
        const text = range.getBoundingClientRect()
        for (let a = e; a && !a.matches('.panel'); a = a.parentElement) {
          const { left, right } = a.getBoundingClientRect()
          if (getComputedStyle(a).overflowX !== 'visible' && (text.right > right + 1 || text.left < left - 1))
            return true
        }
        return text.right > document.documentElement.clientWidth + 1 // innerWidth grows with the content on a phone
      })
      .map((e) => e.textContent),
  )
}

/** small are the controls on show that a finger misses: less than 40 pixels wide or high. */
export const small = (page) =>
  page.$$eval(
    'button, select, a[href], summary, input:not([type=file]), textarea, label.load, label.right, .palette label',
    (all) =>
      all
        .filter((e) => !e.closest('.squares, .skip, dialog, .palette label > *') && e.checkVisibility())
        .map((e) => {
          const target = e.matches('input[type=checkbox]') ? e.closest('label') : e
          const row = target.closest('.moves tbody tr, .games tbody tr, .look tbody tr') ?? target
          return [row.getBoundingClientRect(), e.outerHTML.slice(0, 90)]
        })
        .filter(([b]) => b.width > 1 && (b.width < 39.5 || b.height < 39.5))
        .map(([b, html]) => `${b.width}×${b.height} ${html}`),
  )

/** settled waits until the table of moves belongs to a position: its heading says so. */
export async function settled(page, text) {
  await page.locator('.heading', { hasText: text }).waitFor()
}

/** moveList is the table of moves as text: [san, games, reaches]. */
export function moveList(page) {
  return page.$$eval('.moves tbody:not(.others) tr', (rows) =>
    rows.map((r) => {
      const played = r.querySelector('.played').textContent
      return [
        r.querySelector('.move').childNodes[1].textContent,
        parseInt(played),
        parseInt(r.querySelector('.reaches')?.textContent || played),
      ]
    }),
  )
}

/** square is the middle of a square of the board, in pixels of the window. */
export async function square(page, name, flip = false) {
  const box = await page.locator('.main-board').boundingBox()
  const file = name.charCodeAt(0) - 97
  const rank = name.charCodeAt(1) - 49
  const [x, y] = flip ? [7 - file, rank] : [file, 7 - rank]
  return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8]
}

/** pieceOn waits until the board shows a piece, such as "wp", on a square. */
export async function pieceOn(page, name, piece) {
  await page.locator(`.main-board g[data-square="${name}"][data-piece="${piece}"]`).waitFor({ state: 'attached' })
}

export const axeSource = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/** still waits until nothing moves: the page has been painted, and its transitions have ended. */
export async function still(page) {
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map((a) => a.finished))
  })
}

/** violations runs axe on the page, all rules or some, and returns what it objects to. */
export async function violations(page, rules) {
  await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const found = await page.evaluate((o) => window.axe.run(document, o), options)
  return found.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => n.html.slice(0, 150) + ' ' + n.failureSummary)
        .join(' | ')}`,
  )
}

/** shot takes a screenshot if somebody is going to look. */
export async function shot(page, name) {
  const folder = process.env.ZOBRIST_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, name + '.png'), fullPage: true })
}

/** picture writes a part of the page, in pixels of the page, for the README. */
export async function picture(page, name, { x, y, width, height }) {
  const folder = process.env.ZOBRIST_PICTURES
  if (!folder) return
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 75,
    captureBeyondViewport: true,
    clip: { x, y, width, height, scale: 1.5 },
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name + '.webp'), Buffer.from(data, 'base64'))
}
