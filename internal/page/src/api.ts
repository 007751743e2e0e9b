// Requests to the server. The interface is serve/openapi.json.

import { useEffect, useRef, useState } from 'preact/hooks'
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
}

export interface Game {
  id: string
  uci?: string
  winner: 'white' | 'black' | null
  white: Side
  black: Side
  year: number
  month?: string | null
}

export interface ListedGame extends Game {
  san?: string
  result: string
  date?: string
  event?: string
  site?: string
  round?: string
  eco?: string
  opening?: string
  plies: number
  ply?: number
}

export interface Move extends Counts {
  uci: string
  san: string
  averageRating?: number
  opening?: Opening | null
  games?: number
  reaches?: number
  lastYear?: number
}

export interface Position extends Counts {
  opening: Opening | null
  moves: Move[]
  games?: number
  ended?: number
  averageRating?: number
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
  if (response.ok) return response
  const line = (await response.text().catch(() => '')).trim().split('\n')[0].slice(0, 300)
  const said = line.replace(/^(bad request|not found): /, '')
  switch (response.status) {
    case 400:
      throw new Failure('The server does not understand the question: ' + (said || 'no reason given') + '.', 400)
    case 404:
      throw new Failure('Not found: ' + (said || address) + '.', 404)
    case 413:
      throw new Failure('That is more than the server takes at once.', 413)
    case 429:
      throw new Failure('The server is busy. Try again in a moment.', 429)
    case 503:
      throw new Failure('The server is not ready: ' + (said || 'it is starting or stopping') + '.', 503)
  }
  throw new Failure(`The server failed with status ${response.status}` + (said && `: ${said}`) + '.', response.status)
}

export interface Query<T> {
  data: T | undefined // of the last answer; kept while the next one is under way
  failure: Failure | undefined
  waiting: boolean
  retry: () => void
}

/** useQuery fetches JSON whenever the address changes; '' asks nothing. */
export function useQuery<T>(address: string): Query<T> {
  return useAnswer<T>(address, async (r) => (await r.json()) as T)
}

/** useText is useQuery for text. */
export function useText(address: string): Query<string> {
  return useAnswer(address, (r) => r.text())
}

function useAnswer<T>(address: string, read: (r: Response) => Promise<T>): Query<T> {
  const [answer, setAnswer] = useState<{ data?: T; failure?: Failure; of: string }>({ of: '' })
  const [tries, setTries] = useState(0)
  const reader = useRef(read)
  useEffect(() => {
    if (!address) {
      setAnswer({ of: '' })
      return
    }
    const stop = new AbortController()
    const done = (a: { data?: T; failure?: Failure }) => !stop.signal.aborted && setAnswer({ ...a, of: address })
    request(address, { signal: stop.signal })
      .then((r) => reader.current(r))
      .then((data) => done({ data }))
      .catch((e) => done({ failure: e instanceof Failure ? e : new Failure('The answer cannot be read.', 0) }))
    return () => stop.abort()
  }, [address, tries])
  return {
    data: answer.data,
    failure: answer.of === address ? answer.failure : undefined,
    waiting: address !== '' && answer.of !== address,
    retry: () => {
      setAnswer((a) => ({ data: a.data, of: '' }))
      setTries((n) => n + 1)
    },
  }
}
