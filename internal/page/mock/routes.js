// The endpoints of ../../../serve/openapi.json that the page uses.

import { readFileSync } from 'node:fs'
import { Chess, DEFAULT_POSITION } from 'chess.js'
import { games, key, openings, visits } from './games.js'
import { audit, addTable, odds } from './keys.js'

export function bad(message, status = 400) {
  return Object.assign(new Error(message), { status })
}

function position(q) {
  let game
  try {
    game = new Chess(q.get('fen') || DEFAULT_POSITION)
  } catch (e) {
    throw bad(e.message)
  }
  let opening = openings.get(key(game.fen())) ?? null
  for (const uci of (q.get('play') ?? '').split(',').filter(Boolean)) {
    try {
      game.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] })
    } catch {
      throw bad(`illegal move ${uci}`)
    }
    opening = openings.get(key(game.fen())) ?? opening
  }
  return { game, fen: game.fen(), opening }
}

function range(text) {
  if (!/^\d*-\d*$/.test(text)) throw bad(`rating ${text}: want MIN-MAX`)
  const [a, b] = text.split('-')
  return (n) => n >= Number(a || 0) && n <= Number(b || 9999)
}

// filter returns a predicate of games.
function filter(q) {
  const tests = []
  const on = (name, make) => q.get(name) && tests.push(make(q.get(name)))
  const day = (name, text) => {
    if (!/^\d{4}(-\d\d(-\d\d)?)?$/.test(text)) throw bad(`${name} ${text}: want YYYY, YYYY-MM or YYYY-MM-DD`)
    return text
  }
  on('since', (d) => {
    day('since', d)
    return (g) => g.year > 0 && g.date.padEnd(10, '-01') >= d
  })
  on('until', (d) => {
    day('until', d)
    return (g) => g.year > 0 && g.date.slice(0, d.length) <= d
  })
  on('rating', (r) => {
    const inside = range(r)
    return (g) => inside((g.white.rating + g.black.rating) / 2)
  })
  on('white-rating', (r) => {
    const inside = range(r)
    return (g) => inside(g.white.rating)
  })
  on('black-rating', (r) => {
    const inside = range(r)
    return (g) => inside(g.black.rating)
  })
  on('result', (r) => {
    const of = r.split(',')
    return (g) => of.includes(g.result)
  })
  on('event', (e) => (g) => g.tags.Event.toLowerCase().includes(e.toLowerCase()))
  on('player', (p) => {
    const is = (s) => s.name.toLowerCase() === p.toLowerCase()
    const color = q.get('color')
    return (g) => (color !== 'black' && is(g.white)) || (color !== 'white' && is(g.black))
  })
  return (g) => tests.every((t) => t(g))
}

function count(list) {
  const of = (r) => list.filter((v) => v.game.result === r).length
  return { white: of('1-0'), draws: of('1/2-1/2'), black: of('0-1') }
}

function short(v) {
  const g = v.game
  return {
    id: g.id,
    winner: { '1-0': 'white', '0-1': 'black' }[g.result] ?? null,
    white: g.white,
    black: g.black,
    year: g.year,
    ...(g.date.length >= 7 && { month: g.date.slice(0, 7) }),
  }
}

function listed(v) {
  const m = v.move
  return {
    ...short(v),
    ...(m && { uci: m.lan, san: m.san }),
    result: v.game.result,
    date: v.game.date,
    event: v.game.tags.Event,
    site: v.game.tags.Site,
    plies: v.game.moves.length,
    ply: v.ply,
  }
}

const mean = (list) =>
  Math.round(list.reduce((s, v) => s + v.game.white.rating + v.game.black.rating, 0) / (2 * list.length || 1))
const last = (list) => Math.max(0, ...list.map((v) => v.game.year))
const number = (q, name, other, most) => {
  const n = Number(q.get(name) ?? other)
  if (!Number.isInteger(n) || n < 0) throw bad(`${name} ${q.get(name)}: want a number`)
  return Math.min(n, most)
}

function sorted(list, order) {
  const by = order === 'recent' ? (v) => v.game.date : (v) => v.game.white.rating + v.game.black.rating
  return [...list].sort((a, b) => (by(b) > by(a) ? 1 : by(b) < by(a) ? -1 : b.game.id - a.game.id))
}

function masters(q) {
  const { game, fen, opening } = position(q)
  const test = filter(q)
  const here = (visits.get(key(fen)) ?? []).filter((v) => test(v.game))
  const moves = []
  const transpositions = []
  for (const m of game.moves({ verbose: true })) {
    const chose = here.filter((v) => v.move?.lan === m.lan)
    const reaches = (visits.get(key(m.after)) ?? []).filter((v) => test(v.game)).length
    const after = openings.get(key(m.after)) ?? null
    if (chose.length === 0) {
      if (reaches > 0) transpositions.push({ uci: m.lan, san: m.san, reaches, opening: after })
      continue
    }
    moves.push({
      uci: m.lan,
      san: m.san,
      ...count(chose),
      averageRating: mean(chose),
      game: chose.length === 1 ? short(chose[0]) : null,
      opening: after,
      games: chose.length,
      reaches,
      lastYear: last(chose),
    })
  }
  moves.sort((a, b) => b.games - a.games)
  const years = new Map()
  for (const v of here) years.set(v.game.year, [...(years.get(v.game.year) ?? []), v])
  return {
    opening,
    ...count(here),
    moves: moves.slice(0, number(q, 'moves', 300, 300)),
    topGames: sorted(here, 'rating')
      .slice(0, number(q, 'topGames', 15, 15))
      .map((v) => ({ ...short(v), ...(v.move && { uci: v.move.lan }) })),
    games: here.length,
    ended: here.filter((v) => !v.move).length,
    averageRating: here.length ? mean(here) : 0,
    lastYear: last(here),
    transpositions,
    ...(q.get('history') === 'true' && {
      history: [...years].sort((a, b) => a[0] - b[0]).map(([year, of]) => ({ year, ...count(of) })),
    }),
  }
}

function page(q, list, more) {
  const skip = number(q, 'skip', 0, 1e9)
  const limit = number(q, 'limit', 15, 100)
  const order = q.get('order') ?? 'rating'
  return {
    total: list.length,
    skip,
    limit,
    order,
    ...more,
    ...count(list),
    games: sorted(list, order)
      .slice(skip, skip + limit)
      .map(listed),
  }
}

const signatures = {
  pawns: (fen) =>
    fen
      .split(' ')[0]
      .replace(/[^pP/\d]/g, '1')
      .replace(/\d+/g, (d) => [...d].reduce((s, c) => s + Number(c), 0)),
  material: (fen) => {
    const count = (set) => [...set].map((c) => c.repeat(fen.split(' ')[0].split(c).length - 1)).join('')
    return count('KQRBNP') + '-' + count('kqrbnp').toUpperCase()
  },
}

function structure(q) {
  const of = signatures[q.get('by')]
  if (!of) throw bad('by: want pawns or material')
  const signature = of(position(q).fen)
  const list = games.filter(filter(q)).flatMap((game) => {
    const ply = game.moves.findIndex((m) => of(m.before) === signature)
    return ply < 0 ? [] : [{ game, ply, move: game.moves[ply] }]
  })
  return page(q, list, { by: q.get('by'), signature })
}

function query(q) {
  const { fen, opening } = position(q)
  const test = filter(q)
  return { list: (visits.get(key(fen)) ?? []).filter((v) => test(v.game)), opening }
}

function players(q) {
  const found = new Map()
  for (const g of games) {
    for (const side of ['white', 'black']) {
      const p = found.get(g[side].name) ?? { name: g[side].name, games: 0, white: 0, black: 0 }
      p.games++
      p[side]++
      found.set(p.name, p)
    }
  }
  const all = [...found.values()]
    .filter((p) => p.name.toLowerCase().includes(q.get('name').toLowerCase()))
    .sort((a, b) => b.games - a.games)
  return { total: all.length, players: all.slice(0, number(q, 'limit', 10, 100)) }
}

function book(q) {
  const { moves } = masters(q)
  const sum = moves.reduce((s, m) => s + 2 * m.white + m.draws, 0)
  return {
    name: 'sample.bin',
    key: '0'.repeat(16),
    illegal: [],
    entries: moves
      .filter((m) => 2 * m.white + m.draws > 0)
      .map((m) => ({
        uci: m.uci,
        san: m.san,
        weight: 2 * m.white + m.draws,
        learn: 0,
        share: (2 * m.white + m.draws) / sum,
      })),
  }
}

const stats = {
  name: '61 famous games (mock)',
  version: 'mock',
  games: games.length,
  positions: visits.size,
  first: '1834',
  last: '2016',
  book: { name: 'sample.bin', entries: 100 },
  features: ['games', 'book', 'structure', 'players', 'export.pgn', 'export.bin', 'keys', 'odds', 'history'],
}

/** routes answers a request, or returns undefined if the path is none of the interface. */
export async function routes(request, url, response) {
  const q = url.searchParams
  const pgn = /^\/masters\/pgn\/(\w+)$/.exec(url.pathname)
  if (pgn) {
    const game = games[pgn[1]]
    if (!game) throw bad('game ' + pgn[1], 404)
    return { body: game.pgn + '\n', type: 'application/x-chess-pgn' }
  }
  switch (url.pathname) {
    case '/masters':
    case '/position':
      return masters(q)
    case '/games': {
      const { list, opening } = query(q)
      return page(q, list, { opening })
    }
    case '/structure':
      return structure(q)
    case '/players':
      return players(q)
    case '/book':
      return book(q)
    case '/stats':
      return stats
    case '/healthz':
      return { status: 'ok', games: games.length }
    case '/odds':
      return odds(q)
    case '/export.pgn':
      return {
        body:
          query(q)
            .list.map((v) => v.game.pgn)
            .join('\n\n') + '\n',
        type: 'application/x-chess-pgn',
      }
    case '/keys/tables':
      return addTable(request, response)
    case '/keys/audit':
      return audit(q, response)
    case '/openapi.json':
      return {
        body: readFileSync(new URL('../../../serve/openapi.json', import.meta.url), 'utf8'),
        type: 'application/json',
      }
  }
}
