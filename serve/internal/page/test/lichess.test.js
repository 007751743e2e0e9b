// A client made for the Lichess opening explorer, the typed one of npm, works on zobrist serve as it is: it gets
// answers, and the answers have the types that the explorer's own description promises. They are checked by the
// TypeScript compiler, which reads each answer as a constant.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import createClient from 'openapi-fetch'
import { start } from '../mock/main.js'

let base = process.env.ZOBRIST_URL
let mock
before(async () => {
  if (base) return
  mock = await start()
  base = `http://127.0.0.1:${mock.address().port}`
})
after(() => {
  mock?.closeAllConnections()
  mock?.close()
})

const folder = fileURLToPath(new URL('..', import.meta.url))

// frozen is a constant's type as the description's type, which has no readonly.
const frozen = `type Frozen<T> = T extends (infer U)[] ? readonly Frozen<U>[]
  : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T\n`

// answers are what the compiler reads in the last test, all at once.
const answers = []
const keep = (type, value) => answers.push({ type, value })

function compile() {
  const dir = mkdtempSync(join(folder, 'node_modules', '.lichess-'))
  try {
    let text = `import type { components } from '@lichess-org/types'\n${frozen}`
    for (const [i, { type, value }] of answers.entries())
      text += `const raw${i} = ${JSON.stringify(value, null, 1)} as const
export const answer${i}: Frozen<components['schemas']['${type}']> = raw${i}\n`
    const file = join(dir, 'answer.ts')
    writeFileSync(file, text)
    execFileSync(
      join(folder, 'node_modules', '.bin', 'tsc'),
      ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', file],
      { encoding: 'utf8' },
    )
  } catch (problem) {
    assert.fail(problem.stdout ?? problem)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('the typed client reads /masters', async () => {
  const client = createClient({ baseUrl: base })
  const { data, error, response } = await client.GET('/masters', {
    params: { query: { play: 'e2e4,e7e5', since: 1800, until: 2020, moves: 5, topGames: 3 } },
  })
  assert.equal(error, undefined)
  assert.equal(response.status, 200)
  assert.equal(data.opening.name, "King's Pawn Game")
  assert.equal(data.moves[0].uci, 'g1f3')
  assert.equal(data.topGames.length, 3)
  keep('OpeningExplorerMasters', data)
  const game = await client.GET('/masters/pgn/{gameId}'.replace('{gameId}', data.topGames[0].id), { parseAs: 'text' })
  assert.match(game.data, /\[White "/)
})

test('the typed client reads /lichess', async () => {
  const client = createClient({ baseUrl: base })
  const { data } = await client.GET('/lichess', {
    params: {
      query: { variant: 'standard', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', history: true },
    },
  })
  assert.equal(data.white + data.draws + data.black, 61)
  keep('OpeningExplorerLichess', data)
})

// The lists that lichess.org's front end sends unless somebody has chosen otherwise; the client repeats the name.
const lists = {
  speeds: ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'],
  ratings: [1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500],
}

test('the typed client gets all games by its lists', async () => {
  const client = createClient({ baseUrl: base })
  for (const fen of ['', 'rnbqkbnr_pppppppp_8_8_8_8_PPPPPPPP_RNBQKBNR'.replaceAll('_', '/') + '_w_KQkq_-_0_1']) {
    const { data } = await client.GET('/lichess', { params: { query: { fen, ...lists } } })
    assert.equal(data.white + data.draws + data.black, 61)
    keep('OpeningExplorerLichess', data)
    for (const game of [...data.topGames, ...data.recentGames]) assert.ok(game.speed && game.mode)
  }
})

// Some games have no month, some end in the position, some players have no games.
test('answers of the player’s path have their type', async () => {
  const client = createClient({ baseUrl: base })
  for (const query of [
    { player: 'Alekhine, Alexander', color: 'black', speeds: lists.speeds, modes: ['casual', 'rated'] },
    { player: 'Kasparov, Garry', color: 'white', play: 'e2e4', recentGames: 8 },
    { player: 'nobody', color: 'white' },
    { player: 'Kasparov, Garry', color: 'white', variant: 'racingKings' },
  ]) {
    const { data, response } = await client.GET('/player', { params: { query }, parseAs: 'text' })
    assert.equal(response.status, 200)
    const lines = data.split('\n').filter(Boolean)
    assert.ok(lines.length > 0)
    for (const line of lines) keep('OpeningExplorerPlayer', JSON.parse(line))
  }
})

test('answers of other variants and of ended games have their type', async () => {
  const client = createClient({ baseUrl: base })
  const { data } = await client.GET('/lichess', { params: { query: { variant: 'crazyhouse', history: true } } })
  assert.equal(data.white + data.draws + data.black, 0)
  keep('OpeningExplorerLichess', data)
  const opera =
    'e2e4,e7e5,g1f3,d7d6,d2d4,c8g4,d4e5,g4f3,d1f3,d6e5,f1c4,g8f6,f3b3,d8e7,b1c3,c7c6,c1g5,b7b5,c3b5,c6b5,c4b5,b8d7,e1c1,a8d8,d1d7,d8d7,h1d1,e7e6,b5d7,f6d7,b3b8,d7b8,d1d8'
  for (const path of ['/masters', '/lichess']) {
    const { data } = await client.GET(path, { params: { query: { play: opera } } })
    assert.equal(data.white, 1)
    assert.equal(data.topGames.length, 1)
    keep(path === '/masters' ? 'OpeningExplorerMasters' : 'OpeningExplorerLichess', data)
  }
})

test('the typed client reads a bad request', async () => {
  const client = createClient({ baseUrl: base })
  const { data, response } = await client.GET('/masters', { params: { query: { fen: 'nonsense' } }, parseAs: 'text' })
  assert.equal(response.status, 400)
  assert.equal(data, undefined)
})

test('the compiler finds the promised types in all answers', () => {
  assert.ok(answers.length > 10, `${answers.length} answers`)
  compile()
})
