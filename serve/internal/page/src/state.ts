// What the page shows, and the URL that says so.

import { useEffect, useRef, useState } from 'preact/hooks'
import { gameOf } from './game'
import { versions } from './versions'

/** filterNames are the filters of the interface, by their names in a query. */
export const filterNames = [
  'player',
  'color',
  'opponent',
  'event',
  'eco',
  'since',
  'until',
  'rating',
  'white-rating',
  'black-rating',
  'result',
  'speeds',
  'rank', // these are of Go
  'white-rank',
  'black-rank',
  'handicap',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** conditions are the filters in the server's words: the opponent has the other colour. */
export function conditions({ opponent, ...rest }: Filters): Record<string, string> {
  if (!opponent || !rest.color) return rest
  return { ...rest, [rest.color === 'white' ? 'black' : 'white']: opponent }
}

/** orders are those of games that the server knows; reverse turns them around. */
export const orders = ['rating', 'recent', 'white', 'black', 'result', 'move', 'event'] as const
export type Order = (typeof orders)[number]

export interface State {
  tab: 'explorer' | 'keys'
  fen: string // start of the line, '' for the start position
  play: string[] // moves of the line, UCI
  at: number // how many of them are on the board
  flip: boolean
  filters: Filters
  by: '' | 'pawns' | 'material' | 'corner' | 'corner9' // what the listed games have in common with the position, '' for all of it
  corner: string // of Go: which corner, '' for the one of the last move
  order: Order
  reverse: boolean // the order is
  skip: number
  prepare: '' | 'white' | 'black' // colour of the player that is prepared for, '' if none is
  who: string // the player's name
  game: string // id of the game in the viewer, '' for none
  node: number // its move on the board, see Node.id; −1 for where the line's position is in it
  keys: string // name of a table of keys
  tree: number // which of the trees of this tab; kept with the entry of the browser's history, not in the URL
  layout: string // order of its keys, '' for what the table states
  bits: string // width to audit, '' for the table's own
}

export const initial: State = {
  tab: 'explorer',
  fen: '',
  play: [],
  at: 0,
  flip: false,
  filters: {},
  by: '',
  corner: '',
  order: 'rating',
  reverse: false,
  skip: 0,
  prepare: '',
  who: '',
  game: '',
  node: -1,
  keys: '',
  tree: 0,
  layout: '',
  bits: '',
}

function count(text: string | null, most: number): number {
  const n = Number(text)
  return text !== null && Number.isInteger(n) && n >= 0 ? Math.min(n, most) : most
}

/** parse reads the query of a URL. What it does not understand it leaves at its default. */
export function parse(query: string): State {
  const q = new URLSearchParams(query)
  const s: State = { ...initial, filters: {} }
  if (q.get('tab') === 'keys' || (q.has('keys') && !q.has('tab'))) s.tab = 'keys'
  s.keys = q.get('keys') ?? ''
  s.layout = q.get('layout') ?? ''
  s.bits = /^\d{1,3}$/.exec(q.get('bits') ?? '')?.[0] ?? ''
  s.fen = q.get('fen') ?? q.get('position') ?? ''
  s.play = (q.get('play') ?? '').split(',').filter(Boolean).slice(0, 1000)
  s.at = count(q.get('at'), s.play.length)
  s.flip = q.get('flip') === '1'
  const by = q.get('by')
  if (by === 'pawns' || by === 'material' || by === 'corner' || by === 'corner9') s.by = by
  s.corner = q.get('corner') ?? ''
  const order = orders.find((o) => o === q.get('order'))
  if (order) s.order = order
  s.reverse = q.get('reverse') === '1'
  s.skip = q.has('skip') ? count(q.get('skip'), 1e9) : 0
  const prepare = q.get('prepare')
  if (prepare === 'white' || prepare === 'black') s.prepare = prepare
  s.who = q.get('who') ?? ''
  s.game = q.get('game') ?? ''
  s.node = q.has('node') ? count(q.get('node'), 1e6) : -1
  for (const name of filterNames) {
    const value = q.get(name)
    if (value) s.filters[name] = value
  }
  return s
}

/** format is the inverse of parse: a query, '' or beginning with a question mark. */
export function format(s: State): string {
  const q = new URLSearchParams()
  const put = (name: string, value: string | number | false) => value && q.set(name, String(value))
  put('tab', s.tab === 'keys' ? 'keys' : s.keys !== '' && 'explorer')
  put('keys', s.keys)
  put('layout', s.layout)
  put('bits', s.bits)
  put(gameOf(s.fen) === 'baduk' ? 'position' : 'fen', s.fen)
  put('play', s.play.join(','))
  if (s.at < s.play.length) q.set('at', String(s.at))
  put('flip', s.flip && '1')
  put('by', s.by)
  put('corner', s.corner)
  put('order', s.order !== initial.order && s.order)
  put('reverse', s.reverse && '1')
  put('skip', s.skip)
  put('prepare', s.prepare)
  put('who', s.who)
  put('game', s.game)
  if (s.game !== '' && s.node >= 0) q.set('node', String(s.node))
  for (const name of filterNames) put(name, s.filters[name] ?? '')
  return readable(q)
}

const usual: Record<string, string> = { tab: 'explorer', order: 'rating', flip: '0', reverse: '0', skip: '0' }

/** unread are the parts of a query that parse knows and leaves out, because it does not understand them. */
export function unread(query: string): string[] {
  const state = parse(query)
  const back = new URLSearchParams(format(state))
  const names = new Set([...Object.keys(initial), 'position', ...filterNames])
  return [...new URLSearchParams(query)]
    .filter(([name, value]) => {
      if (!names.has(name) || value === '' || value === usual[name]) return false
      if (name === 'at') return Number(value) !== state.at
      if (name === 'node') return Number(value) !== state.node
      const kept = name === 'fen' || name === 'position' ? state.fen : back.get(name)
      return kept !== value.replace(/^,+|,+$/g, '')
    })
    .map(([name, value]) => `${name}=${value}`)
}

/** readable writes a query without escapes that a URL does not need. */
export function readable(q: URLSearchParams): string {
  const text = q.toString().replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')
  return text && '?' + text
}

export type Go = (change: Partial<State>, how?: 'push' | 'replace') => void

/** first is the state of the page when it begins. */
function first(): State {
  const state = parse(location.search)
  const tree = versions.begin(history.state?.tree, state.fen)
  history.replaceState({ tree }, '')
  return { ...state, tree }
}

/** useRoute keeps the state in the URL. A pushed change can be undone by the browser's back button. */
export function useRoute(): [State, Go] {
  const [state, setState] = useState(first)
  const current = useRef(state)
  useEffect(() => {
    const back = () => {
      const tree = Number(history.state?.tree ?? current.current.tree) // an anchor's entry has no tree
      setState((current.current = { ...parse(location.search), tree }))
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const go: Go = (change, how = 'push') => {
    const next = { ...current.current, ...change }
    const other = next.tree !== current.current.tree
    current.current = next
    const url = location.pathname + format(next)
    if (url === location.pathname + location.search && !other) how = 'replace'
    // Browsers limit how often a page may do this; the state matters more than the URL.
    try {
      history[how === 'push' ? 'pushState' : 'replaceState']({ tree: next.tree }, '', url)
    } catch {
      /* the next change will bring the URL up to date */
    }
    setState(next)
  }
  return [state, go]
}
