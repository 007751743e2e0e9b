// What the server knows about a position.

import { useEffect, useRef } from 'preact/hooks'
import { type Book, type Games, type Position, prefetch, type Query, url, useQuery } from '../api'
import { type Line, lineURL, type Step } from '../chess'
import { conditions, type State } from '../state'
import { played } from '../tree'
import { cornerOf } from './corner'
import { pageSize } from './games'
import type { Spot } from './spot'
import type { Tree } from './tree'

export interface Answers {
  legal: Step[]
  ending?: string
  position: Query<Position>
  theirs: Query<Position> // of the player that is prepared for
  games: Query<Games>
  book: Query<Book>
  asked: Record<string, string> // position of the line and filters, for links
  ahead: (uci: string) => void // fetches what is shown after a move
}

/** rulesURL is the address of the legal moves. Chess960 has them by the first position, which no later FEN has. */
function rulesURL(start: string, play: string[], fen: string): string {
  return start ? lineURL(start, play) : lineURL(fen)
}

/** question has the addresses of answers about a position. The corner is the one that is compared in Go, '' for none. */
function question(state: State, start: string, play: string[], corner: string) {
  const asked = { fen: start, play: play.join(','), ...conditions(state.filters) }
  const { player: _, color: __, white: ___, black: ____, ...others } = asked as Record<string, string>
  const order = { order: state.order, reverse: state.reverse ? 'true' : '', skip: state.skip, limit: pageSize }
  return {
    asked,
    position: url('/position', { ...asked, history: 'true', by: corner && state.by, corner }),
    games: url(state.by ? '/structure' : '/games', { by: state.by, corner, ...asked, ...order }),
    theirs:
      state.prepare && state.who ? url('/position', { ...others, player: state.who, color: state.prepare }) : '',
  }
}

/** askFirst fetches what a state shows first, before the game of the index is known. Its end says that all is there. */
export async function askFirst(state: State) {
  const first = ['./stats']
  if (state.tab === 'explorer' && !state.game && !state.by.startsWith('corner')) {
    const { position, games } = question(state, state.fen, state.play.slice(0, state.at), '')
    first.push(lineURL(state.fen, state.play), position, games)
  } // the others need to know more
  await Promise.all(first.map(prefetch))
}

/** useAnswers asks about a spot. */
export function useAnswers(state: State, spot: Spot, tree: Tree, features: string[]): Answers {
  const corner = cornerOf(state, spot.last, spot.fen)
  const ask = question(state, spot.start, spot.play, corner)
  const own = played(spot.own) // of the line, while a game is open too
  const setUp = own.includes('setup')
  const here = setUp ? spot.own.fen : state.fen
  const listing = question(state, here, setUp ? [] : own, cornerOf(state, spot.own.uci, spot.own.fen))
  const rules = useQuery<Line>(spot.ready ? rulesURL(spot.start, spot.play, spot.fen) : '')
  const legal = rules.data?.legal ?? []
  const position = useQuery<Position>(spot.ready ? ask.position : '')
  const theirs = useQuery<Position>(spot.ready ? ask.theirs : '')
  const games = useQuery<Games>(tree.ready ? listing.games : '')
  const book = useQuery<Book>(
    spot.ready && features.includes('book') ? url('/book', { fen: spot.start, play: ask.asked.play }) : '',
  )
  const ahead = (uci: string) => {
    if (uci === 'setup') return // which cannot be played
    const play = [...spot.play, uci]
    const next = question(state, spot.start, play, cornerOf(state, uci, spot.fen))
    prefetch(next.position)
    if (next.theirs) prefetch(next.theirs)
    if (!state.game && state.skip === 0) prefetch(next.games)
    const after = legal.find((m) => m.uci === uci)
    if (after) prefetch(after.fen ? rulesURL(spot.start, play, after.fen) : lineURL(spot.start, play))
  }
  // The moves that will probably be played next are fetched ahead, unless the server is slow.
  const began = useRef(0)
  useEffect(() => void (began.current = performance.now()), [ask.position])
  useEffect(() => {
    if (!position.data || !rules.data || performance.now() - began.current > 300) return
    const timer = setTimeout(() => position.data!.moves.slice(0, 3).forEach((m) => ahead(m.uci)), 150)
    return () => clearTimeout(timer)
  }, [position.data, rules.data])
  return { legal, ending: rules.data?.ending, position, theirs, games, book, asked: listing.asked, ahead }
}
