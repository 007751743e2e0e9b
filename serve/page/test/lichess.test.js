// A client made for the Lichess opening explorer, the typed one of npm, works on zobrist serve as it is: it gets
// answers, and the answers have the types that the explorer's own description promises. They are checked by the
// TypeScript compiler, which reads each answer as a constant.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import createClient from 'openapi-fetch'

const base = process.env.ZOBRIST_URL
const folder = fileURLToPath(new URL('..', import.meta.url))
const leftOut = { skip: !base && 'left out: the mock is no server for other clients; set ZOBRIST_URL' }

// frozen is a constant's type as the description's type, which has no readonly.
const frozen = `type Frozen<T> = T extends (infer U)[] ? readonly Frozen<U>[]
  : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T\n`

function compile(type, value) {
  const dir = mkdtempSync(join(folder, 'node_modules', '.lichess-'))
  try {
    const text = `import type { components } from '@lichess-org/types'\n${frozen}
const raw = ${JSON.stringify(value, null, 1)} as const
export const answer: Frozen<components['schemas']['${type}']> = raw\n`
    const file = join(dir, 'answer.ts')
    writeFileSync(file, text)
    execFileSync(
      join(folder, 'node_modules', '.bin', 'tsc'),
      ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', file],
      { encoding: 'utf8' },
    )
  } catch (problem) {
    assert.fail(`${type}: ${problem.stdout ?? problem}`)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('the typed client reads /masters', leftOut, async () => {
  const client = createClient({ baseUrl: base })
  const { data, error, response } = await client.GET('/masters', {
    params: { query: { play: 'e2e4,e7e5', since: 1800, until: 2020, moves: 5, topGames: 3 } },
  })
  assert.equal(error, undefined)
  assert.equal(response.status, 200)
  assert.equal(data.opening.name, "King's Pawn Game")
  assert.equal(data.moves[0].uci, 'g1f3')
  assert.equal(data.topGames.length, 3)
  compile('OpeningExplorerMasters', data)
  const game = await client.GET('/masters/pgn/{gameId}'.replace('{gameId}', data.topGames[0].id), { parseAs: 'text' })
  assert.match(game.data, /\[White "/)
})

test('the typed client reads /lichess', leftOut, async () => {
  const client = createClient({ baseUrl: base })
  const { data } = await client.GET('/lichess', {
    params: {
      query: { variant: 'standard', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', history: true },
    },
  })
  assert.equal(data.white + data.draws + data.black, 61)
  compile('OpeningExplorerLichess', data)
})

test('the typed client reads a bad request', leftOut, async () => {
  const client = createClient({ baseUrl: base })
  const { data, response } = await client.GET('/masters', { params: { query: { fen: 'nonsense' } }, parseAs: 'text' })
  assert.equal(response.status, 400)
  assert.equal(data, undefined)
})
