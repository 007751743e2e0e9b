// A made-up audit, with one witness that is real: zobrist keys collide polyglot printed it.

export function bad(message, status = 400) {
  return Object.assign(new Error(message), { status })
}

const tables = new Map()

export async function addTable(request, response) {
  let text = ''
  for await (const chunk of request) text += chunk
  const body = JSON.parse(text)
  if (body.text !== undefined && !/0x[0-9a-f]{8,}/i.test(body.text)) throw bad('the text has no keys')
  if (body.keys !== undefined && !/^(polyglot|stockfish|gnuchess|coded:\w+|random:[\w-]+:\w+)$/.test(body.keys))
    throw bad(`no keys of the name ${body.keys}`)
  const table = {
    id: String(tables.size + 1),
    name: body.name ?? body.keys,
    features: 781,
    bits: body.bits ?? 64,
    layout: '781',
    ...(body.keys?.startsWith('coded:') && { distance: 14 }),
    seconds: 2,
  }
  tables.set(table.id, table)
  response.writeHead(201, { 'Content-Type': 'application/json' })
  return response.end(JSON.stringify(table))
}

const witness = {
  positions: ['1R3Nk1/8/2r5/8/8/1R3R2/8/6K1 w - - 0 1', '6k1/8/2NB2P1/8/8/5r2/8/6K1 w - - 0 1'],
  hash: '92e8cb5a2e33f835',
  features: [110, 234, 253, 363, 405, 426, 465, 469, 505],
  names: [
    'white pawn g6',
    'white knight c6',
    'white knight f8',
    'white bishop d6',
    'black rook f3',
    'black rook c6',
    'white rook b3',
    'white rook f3',
    'white rook b8',
  ],
}
const eight = {
  weight: 8,
  features: [62, 64, 141, 366, 370, 480, 598, 731],
  legal: false,
  names: [
    'black pawn g8',
    'white pawn a1',
    'black knight f2',
    'white bishop g6',
    'white bishop c7',
    'white rook a5',
    'white queen g3',
    'white king d4',
  ],
}
const expected = [4.2e-17, 1.7e-14, 4.3e-12, 8.3e-10, 1.3e-7, 1.7e-5, 0.0019, 0.18, 15.4]

export async function audit(q, response) {
  const table =
    tables.get(q.get('table')) ??
    (q.has('keys') && { name: q.get('keys'), features: 781, bits: 64, layout: '781', seconds: 2 })
  if (!table) throw bad('table ' + q.get('table'), 404)
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  let open = true
  response.on('close', () => (open = false))
  const send = (event, data) => open && response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const { id, ...facts } = table
  send('table', facts)
  send('rank', { rank: 64, features: 781, bits: 64, zero: [], equal: [], aliased: 0, flaws: [] })
  for (let w = 1; w <= 9; w++) {
    await new Promise((r) => setTimeout(r, 120))
    send('progress', { stage: w <= 6 ? `exhaustive, weight ${w}` : 'Stern', done: w / 10, seconds: w * 0.12 })
    if (w === 8) send('dependency', eight)
    if (w === 9)
      for (let i = 0; i < 15; i++)
        send('dependency', {
          ...witness,
          weight: 9,
          positions: undefined,
          features: witness.features.map((f) => f + i),
          legal: i === 0,
        })
    send('weight', {
      weight: w,
      count: w === 8 ? '1' : w === 9 ? '15' : '0',
      exact: w <= 6,
      expected: expected[w - 1],
      missed: w <= 6 ? 0 : 1e-20,
    })
  }
  send('witness', witness)
  send('done', {
    seconds: 1.1,
    interrupted: false,
    missed: 0.01,
    verdict: 'As good as random keys: full rank, and no dependency of seven keys or fewer.',
  })
  return response.end()
}
