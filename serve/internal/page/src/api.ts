// Requests to the server. The interface is serve/openapi.json.

import { useEffect, useRef, useState } from 'preact/hooks'
import { plain } from './format'
import { readable } from './state'

export interface Counts {
  white: number
  draws: number
  black: number
}
export interface Opening {
  eco: string
  name: string
}
export interface Side {
  name: string
  rating: number | null
  rank?: string // of Go
}

export interface Game {
  id: string
  uci?: string // '' if it ended there
  san?: string
  winner: 'white' | 'black' | null
  white: Side
  black: Side
  year: number
  month?: string | null
}

export interface ListedGame extends Game {
  result: string
  date?: string
  event?: string
  site?: string
  round?: string
  eco?: string
  start?: string // text of its first position, if that is not the usual one
  plies: number
  ply?: number
  handicap?: number // these are of Go
  komi?: number
  score?: string
}

export interface Move extends Counts {
  uci: string
  san: string
  averageRating?: number
  opening?: Opening | null
  games?: number
  reaches?: number
  lastYear?: number
  performance?: number
  averageRank?: string // of Go
  symmetric?: string[] // moves that lead to the same position
}

/** A Worth is a value for White, and the depth of its search; 0 is not known. */
export interface Worth {
  cp?: number
  mate?: number
  depth?: number
}
export interface Evaluation extends Worth {
  source?: string
  moves: (Worth & { uci: string; san: string })[] // the best first
}

export interface Position extends Counts {
  evaluation?: Evaluation // of a store; missing if nothing is known
  fen?: string // position in Go
  opening: Opening | null // the last one on the line
  openingPly?: number // moves before the position with that name, if it is an earlier one
  moves: Move[]
  games?: number
  ended?: number
  averageRating?: number
  averageRank?: string // of Go
  lastYear?: number
  transpositions?: { uci: string; san: string; reaches: number; opening?: Opening | null }[]
  history?: (Counts & { year: number })[]
}

export interface Games extends Counts {
  total: number
  skip: number
  limit: number
  order: string
  games: ListedGame[]
  signature?: string
}

export interface BookEntry {
  uci: string
  san: string
  weight: number
  learn: number
  share: number
}
export interface Book {
  name: string
  key: string
  entries: BookEntry[]
  illegal: { move: string; weight: number }[]
}

export interface Stats {
  name: string
  game: string
  views?: string[]
  games: number
  positions: number
  first?: string
  last?: string
  book?: { name: string; entries: number } | null
  features: string[]
  version: string
}

export interface Players {
  total: number
  players: { name: string; games: number }[]
}

/** A PreparedMove is a move of a player, or a reply never met. Scores are of the player's side. */
export interface PreparedMove {
  play: string[] // the moves before it, UCI
  line: string[] // likewise, SAN
  uci: string
  san: string
  games: number
  of: number
  score: number | null
  others: { games: number; score: number | null }
  expected: number | null // null: nobody else has the position
  lost: number // points
  value?: Worth // stored, of the position after the move
}

export interface Prepared {
  games: number
  score: number | null
  others: number | null
  positions: number
  more: boolean
  moves: PreparedMove[]
  unmet: PreparedMove[]
}

export interface Odds {
  probes: number
  errors: number
  tagBits: number
  wrongHits: number
  noError: number
  tags: { tagBits: number; wrongHits: number; noError: number }[]
  plan?: { positions: number; bytes: number; entryBits: number; indexBits: number } | null
}

/** A Failure is a request without an answer, in words. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly reason = '', // as the server said it
  ) {
    super(message)
  }
}

/** url writes a path of the server with a query; empty values are left out. */
export function url(path: string, query: Record<string, string | number | undefined>): string {
  const q = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') q.set(name, String(value))
  return '.' + path + readable(q) // relative, so that the page may be served below a path
}

/** request fetches a URL, and throws a Failure that a reader understands. */
export async function request(address: string, options: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, options)
  } catch (e) {
    if (options.signal?.aborted) throw e
    throw new Failure('The server does not answer. Is zobrist serve still running?', 0)
  }
  notice(response.headers.get('Zobrist-State'))
  if (response.ok) return response
  const line = (await response.text().catch(() => '')).trim().split('\n')[0].slice(0, 300)
  const said = plain(line.replace(/^(bad request|not found): /, ''))
  switch (response.status) {
    case 400:
      throw new Failure(
        'The server does not understand the question: ' + (said || 'no reason given') + '.',
        400,
        said,
      )
    case 404:
      throw new Failure('Not found: ' + (said || address) + '.', 404, said)
    case 413:
      throw new Failure('That is more than the server takes at once.', 413)
    case 429:
      throw new Failure('The server is busy. Try again in a moment.', 429)
    case 503:
      throw new Failure('The server is not ready: ' + (said || 'it is starting or stopping') + '.', 503)
  }
  throw new Failure(`The server failed with status ${response.status}` + (said && `: ${said}`) + '.', response.status)
}

/** post sends a text. */
export function post(address: string, body: string | Blob, signal?: AbortSignal): Promise<Response> {
  return request(address, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body, signal })
}

export interface Query<T> {
  data: T | undefined // of this address
  before: T | undefined // of the address before, while there is no data
  failure: Failure | undefined
  waiting: boolean
  retry: () => void
}

/** useQuery fetches JSON whenever the address changes; '' asks nothing. */
export function useQuery<T>(address: string): Query<T> {
  return useAnswer<T>(address, json)
}

/** prefetch fetches JSON that will probably be shown next. Its end says that the answer, or a failure, is there. */
export async function prefetch(address: string): Promise<void> {
  await answer(address, json).catch(() => {})
}

/** json reads an answer. Other games than chess have one notation of moves, which stands for both here. */
export async function json(r: Response): Promise<unknown> {
  return JSON.parse(await r.text(), (_, v) => {
    if (v && typeof v === 'object') {
      if (typeof v.move === 'string' && v.uci === undefined) v.uci = v.san = v.move
      if (typeof v.position === 'string' && v.fen === undefined) v.fen = v.position
    }
    return v
  })
}

// Answers are kept for a while, so that a position that was fetched ahead, or seen before, is shown at once.
interface Kept {
  since: number
  promise: Promise<unknown>
  value?: unknown
}
const kept = new Map<string, Kept>()
const [mostKept, longestKept] = [300, 60_000] // milliseconds

// The states of the index that answers came from. When a new one comes, what was kept is old. A state that came before
// is no news: it may be of an answer that took long, or from a cache.
const state = { seen: new Set<string>(), since: 0, listeners: new Set<() => void>() }

function notice(now: string | null) {
  if (!now) return
  state.since = performance.now()
  if (state.seen.has(now)) return
  state.seen.add(now)
  if (state.seen.size === 1) return
  kept.clear()
  for (const changed of state.listeners) changed()
}

/** useChanges counts the changes of the index that the page has seen. */
function useChanges(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((n) => n + 1)
    state.listeners.add(changed)
    return () => void state.listeners.delete(changed)
  }, [])
  return changes
}

/** useFreshness asks for the state of the index when the reader comes back to the page. */
export function useFreshness() {
  useEffect(() => {
    const back = () => {
      if (!document.hidden && performance.now() - state.since > 2000) void request('./stats').catch(() => {})
    }
    addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [])
}

function answer(address: string, read: (r: Response) => Promise<unknown>): Promise<unknown> {
  const old = kept.get(address)
  if (old && performance.now() - old.since < longestKept) return old.promise
  const one: Kept = { since: performance.now(), promise: request(address).then(read) }
  kept.delete(address)
  kept.set(address, one)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  one.promise.then(
    (value) => (one.value = value),
    () => kept.get(address) === one && kept.delete(address),
  )
  return one.promise
}

/** ready is an answer that needs no request. */
function ready(address: string): unknown {
  const one = kept.get(address)
  return one && performance.now() - one.since < longestKept ? one.value : undefined
}

/** heals says whether a failure may end without the reader: the server is gone, starting or busy. */
export const heals = (f: Failure) => f.status === 0 || f.status === 429 || f.status >= 500

/** useAnswer is useQuery with another way to read the answer; it must not change. */
export function useAnswer<T>(address: string, read: (r: Response) => Promise<unknown>): Query<T> {
  const [state, setState] = useState<{ data?: T; failure?: Failure; of: string }>({ of: '' })
  const [tries, setTries] = useState(0)
  const failed = useRef(0) // in a row
  const changes = useChanges()
  useEffect(() => {
    let gone = false
    let timer = 0
    if (address)
      answer(address, read)
        .then((data) => {
          failed.current = 0
          if (!gone) setState({ data: data as T, of: address })
        })
        .catch((e) => {
          if (gone) return
          const failure = e instanceof Failure ? e : new Failure('The answer cannot be read.', 200)
          setState((s) => ({ data: s.data, failure, of: address }))
          if (heals(failure))
            timer = setTimeout(() => setTries((n) => n + 1), 1000 * 2 ** Math.min(failed.current++, 3))
        })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [address, tries, changes])
  const mine = state.of === address && !state.failure ? state.data : undefined
  const data = address ? (mine ?? (ready(address) as T | undefined)) : undefined
  const failure = data === undefined && state.of === address && address ? state.failure : undefined
  return {
    data,
    before: state.data,
    failure,
    waiting: address !== '' && data === undefined && !failure,
    retry: () => setTries((n) => n + 1),
  }
}
