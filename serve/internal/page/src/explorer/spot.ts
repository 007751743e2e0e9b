// What the board shows: a position of the game in the viewer if there is one, otherwise of the line.

import { type Query, useAnswer } from '../api'
import { read } from '../chess'
import { blackToMove, isStart, moveNumber } from '../game'
import type { Go, State } from '../state'
import { end, find, type Node, path, played, type Score, scoreOf } from '../tree'
import type { Steps } from './hooks'
import type { Tree } from './tree'

export interface Spot {
  start: string // FEN, '' for the start position
  play: string[] // moves after it, UCI
  fen: string
  last: string // move that led here, UCI
  move: string // likewise, as people write it: "3. Bb5"
  number: string // of the next move: "3." or "3…"
  black: boolean // to move
  own: Node // position of the line
  score: Score | null // of the game
  node?: Node // its position
  game: Query<Text>
  open: boolean // a game is in the viewer, or on its way
  ready: boolean
  steps: Steps
}

interface Text {
  text: string
  score: Score
}

async function readGame(r: Response): Promise<Text> {
  const record = await r.blob() // an SGF may name any character set
  return { text: await record.text(), score: scoreOf(await read(record)) }
}

/** useSpot finds the position that the state is about. */
export function useSpot(state: State, go: Go, tree: Tree): Spot {
  const { line } = tree
  const game = useAnswer<Text>(state.game && `./masters/pgn/${encodeURIComponent(state.game)}`, readGame)
  const open = state.game !== '' && !game.failure
  const score = state.game ? (game.data?.score ?? null) : null
  const at = Math.min(state.at, line.length)
  const own = at > 0 ? line[at - 1] : tree.score.root
  const node = (score && (state.node < 0 ? find(score, own.fen) : score.nodes[state.node])) ?? score?.root
  const shown = node ?? own
  const play = played(shown)
  const setUp = play.includes('setup') // within a game of Go, which cannot be played
  const whole = node ? path(end(node)) : line
  const to = (n: number) => {
    if (score) go({ node: n > 0 ? whole[n - 1].id : 0 }, 'replace')
    else go({ at: n, skip: 0 }, 'replace')
  }
  return {
    start: setUp ? shown.fen : score ? startOf(score.root.fen) : state.fen,
    play: setUp ? [] : play,
    fen: shown.fen,
    last: shown.uci,
    move: shown.parent ? shown.number + ' ' + shown.san : '',
    number: moveNumber(shown.fen, path(shown).length),
    black: blackToMove(shown.fen),
    own,
    score,
    node,
    game,
    open,
    ready: tree.ready && (!open || score !== null),
    steps: { length: whole.length, at: score ? play.length : at, to },
  }
}

function startOf(fen: string): string {
  return isStart(fen) ? '' : fen
}
