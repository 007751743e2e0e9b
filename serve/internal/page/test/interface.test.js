// Answers have the form that ../../../openapi.json gives them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import Ajv2020 from 'ajv/dist/2020.js'
import { start } from '../mock/main.js'

const description = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema(description, 'openapi')

let base = process.env.ZOBRIST_URL
let mock
before(async () => {
  if (base) return
  mock = await start()
  base = `http://127.0.0.1:${mock.address().port}`
})
after(() => mock?.close())

function conforms(schema, value) {
  const valid = ajv.compile({ $ref: `openapi#/components/schemas/${schema}` })
  assert.ok(valid(value), `${schema}: ${JSON.stringify(valid.errors?.slice(0, 5))}`)
}

async function json(path) {
  const r = await fetch(base + path)
  assert.equal(r.status, 200, `${path}: ${await r.clone().text()}`)
  return r.json()
}

const cases = {
  '/position': 'Position',
  '/position?play=e2e4,c7c5&history=true&topGames=3': 'Position',
  '/masters': 'Position',
  '/masters?play=e2e4,c7c5&history=true&since=1900&moves=3': 'Position',
  '/games?limit=5&skip=5&order=recent': 'Games',
  '/games?play=d2d4&result=0-1,1/2-1/2': 'Games',
  '/structure?by=pawns&play=e2e4,e7e5': 'Games',
  '/structure?by=material&limit=2': 'Games',
  '/players?name=fisch': 'Players',
  '/prepare?player=Kasparov,+Garry&color=white': 'Prepared',
  '/stats': 'Stats',
  '/healthz': 'Health',
  '/line?play=e2e4,e7e5': 'Line',
  '/line?play=e2e4,e2e4': 'Line',
  '/line?fen=7k/5Q2/5K2/8/8/8/8/8_b_-_-_0_1': 'Line',
  '/odds?probes=1e10&errors=1&positions=1e8': 'Odds',
}
for (const [path, schema] of Object.entries(cases)) {
  test(`GET ${path} answers ${schema}`, async () => conforms(schema, await json(path)))
}

const ours = {
  '/lichess?play=e2e4': 'Position',
  '/lichess?history=true&topGames=2&recentGames=2': 'Position',
  '/book?play=e2e4': 'Book',
}
for (const [path, schema] of Object.entries(ours)) {
  test(`GET ${path} answers ${schema}`, async (t) => {
    if (schema === 'Book' && !(await json('/stats')).features.includes('book'))
      return t.skip('left out: the server has no book')
    conforms(schema, await json(path))
  })
}

test('a player’s games are lines of JSON', async () => {
  const r = await fetch(base + '/player?color=white&player=' + encodeURIComponent('Kasparov, Garry'))
  assert.match(r.headers.get('content-type'), /^application\/x-ndjson/)
  const lines = (await r.text()).split('\n').filter(Boolean)
  assert.ok(lines.length > 0)
  for (const line of lines) conforms('PlayerPosition', JSON.parse(line))
})

test('what is read has its form', async () => {
  for (const body of ['e4 e5', '1. e4! (1. d4 {x} -- ) e5 *', '8/8/8/8/8/4k3/8/4K3 w - - 0 1', '1. e4 e4 *']) {
    const r = await fetch(base + '/read', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body })
    assert.equal(r.status, 200, body)
    conforms('Tree', await r.json())
  }
})

test('an analysis is lines of JSON', async (t) => {
  if (!(await json('/stats')).features.includes('analysis')) return t.skip('left out: the server does not analyse')
  const r = await fetch(base + '/analysis?seconds=1&play=e2e4')
  assert.match(r.headers.get('content-type'), /^application\/x-ndjson/)
  const lines = (await r.text()).split('\n').filter(Boolean)
  for (const line of lines) conforms('Analysis', JSON.parse(line))
  assert.ok(JSON.parse(lines.at(-1)).done)
})

test('a batch answers line by line, in order', async () => {
  const questions = ['{"id":"a","play":"e2e4"}', '{"id":"b","fen":"x"}', '{"fen":"startpos","play":"d2d4"}']
  const r = await fetch(base + '/positions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: questions.join('\n') + '\n',
  })
  assert.equal(r.status, 200)
  const answers = (await r.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const a of answers) conforms('Answer', a)
  assert.deepEqual(
    answers.map((a) => [a.line, a.id, a.games ?? a.error.slice(0, 12)]),
    [
      [1, 'a', 30],
      [2, 'b', 'bad request:'],
      [3, undefined, 21],
    ],
  )
})

test('a game is PGN', async () => {
  const { games } = await json('/games?limit=1')
  const r = await fetch(`${base}/masters/pgn/${games[0].id}`)
  assert.match(r.headers.get('content-type'), /^application\/x-chess-pgn/)
  assert.match(await r.text(), /^\[Event /)
})

test('bad questions answer 400 with a line of text, missing things 404', async () => {
  for (const path of [
    '/masters?fen=x',
    '/masters?play=e2e5',
    '/games?since=now',
    '/structure?by=colour',
    '/odds?probes=-1',
  ]) {
    const r = await fetch(base + path)
    assert.equal(r.status, 400, path)
    assert.match(await r.text(), /^bad request: [^\n]+\n?$/)
  }
  const r = await fetch(base + '/masters/pgn/nothere')
  assert.equal(r.status, 404)
})

test('an audit is a stream of events of the described forms', async () => {
  const created = await fetch(base + '/keys/tables', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"keys":"polyglot"}',
  })
  assert.equal(created.status, 201)
  const table = await created.json()
  conforms('Table', table)
  const stop = new AbortController()
  const r = await fetch(`${base}/keys/audit?table=${table.id}&max-weight=4`, { signal: stop.signal })
  assert.match(r.headers.get('content-type'), /^text\/event-stream/)
  const names = []
  let text = ''
  for await (const chunk of r.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      const event = /^event: (\w+)$/m.exec(text.slice(0, end))
      const data = /^data: (.*)$/m.exec(text.slice(0, end))
      if (!event) continue // a comment that keeps the connection
      names.push(event[1])
      conforms(event[1][0].toUpperCase() + event[1].slice(1) + 'Event', JSON.parse(data[1]))
    }
    if (names.includes('weight')) break
  }
  stop.abort()
  assert.deepEqual(names.slice(0, 2), ['table', 'rank'])
})

// Indexes of Go and draughts.
const others = {
  'go.sgf': {
    flags: ['--views', 'corner,corner9'],
    cases: {
      '/position?history=true&topGames=3&recentGames=2': 'Position',
      '/position?position=19&play=Q16,D4': 'Position',
      '/position?position=9&play=E5': 'Position',
      '/position?play=Q16&by=corner&corner=upper-right': 'Position',
      '/games?position=9&play=E5': 'Games',
      '/games?limit=2&black-rank=1d-&result=black&handicap=0': 'Games',
      '/structure?by=corner9&play=Q16': 'Games',
      '/players?name=ann': 'Players',
      '/stats': 'Stats',
      '/line?position=9&play=E5,W D5,W pass': 'Line',
      '/line?position=9&play=E5,E5': 'Line',
    },
    texts: ['Q16 D4', '9/9/9/9/4X4/9/9/9/9 w', '13', '(;SZ[9]C[x];B[ee](;W[cc]TE[1];AE[cc])(;W[])(;B[cc]))'],
    questions: ['{"id":1,"position":"9","play":"E5"}', '"9 b"', '{"play":"Q16","moves":"D4"}'],
    record: /^\(;GM\[1\]/,
    kind: 'application/x-go-sgf',
    export: '/export.sgf',
  },
  'draughts.pdn': {
    flags: [],
    cases: {
      '/position?history=true&topGames=3': 'Position',
      '/position?play=11-15,22-18,15x22': 'Position',
      '/position?fen=W:W31:B26,18,17': 'Position',
      '/games?play=11-15&order=recent': 'Games',
      '/players?name=ban': 'Players',
      '/stats': 'Stats',
      '/line?play=11-15,11-15': 'Line',
      '/line?fen=W:W5:B1': 'Line',
    },
    texts: ['11-15 23-19', 'W:W31:B26,18,17', '1. 11-15! {x} (1. 9-13) 23-19 1-0'],
    questions: ['{"id":1,"play":"11-15"}', 'x', '{"pdn":"1. 11-15 *"}'],
    record: /^\[Event /,
    kind: 'application/x-draughts-pdn',
    export: '/export.pdn',
  },
}
for (const [file, { flags, cases, texts, questions, ...want }] of Object.entries(others)) {
  test(`answers about ${file} have the described forms`, async () => {
    const server = await start(0, [new URL(file, import.meta.url).pathname], flags)
    const at = `http://127.0.0.1:${server.address().port}`
    const answer = async (path, status, body) => {
      const r = await fetch(at + path, body && { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body })
      assert.equal(r.status, status, `${path}: ${await r.clone().text()}`)
      return r
    }
    try {
      for (const [path, schema] of Object.entries(cases)) conforms(schema, await (await answer(path, 200)).json())
      for (const text of texts) conforms('Tree', await (await answer('/read', 200, text)).json())
      const lines = (await (await answer('/positions', 200, questions.join('\n'))).text()).trim().split('\n')
      assert.equal(lines.length, questions.length)
      for (const line of lines) conforms('Answer', JSON.parse(line))
      const { games } = await (await answer('/games?limit=1', 200)).json()
      for (const path of [`/masters/pgn/${games[0].id}`, want.export]) {
        const r = await answer(path, 200)
        assert.equal(r.headers.get('content-type'), want.kind)
        assert.match(await r.text(), want.record)
      }
      for (const path of ['/masters', '/book', '/analysis', '/export.pgn']) await answer(path, 404)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
}
