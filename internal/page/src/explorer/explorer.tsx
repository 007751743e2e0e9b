// The first tab: a position, its moves and its games.

import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { type Book, type Games, type Position, type Query, type Stats, url, useQuery, useText } from '../api'
import { Board } from '../board/board'
import type { Arrow } from '../board/squares'
import { ending, fenAt, moveNumber, replay, startFEN } from '../chess'
import { games, total } from '../format'
import { Answer, Bar, Trouble } from '../parts'
import { parseGame } from '../pgn'
import type { Go, State } from '../state'
import { BookTable } from './book'
import { FilterPanel } from './filters'
import { GameList, pageSize } from './games'
import { History } from './history'
import { Controls, Entry, LineMoves } from './line'
import { MoveTable } from './moves'
import { find, neighbour, played, Viewer } from './viewer'

interface Props {
  state: State
  go: Go
  stats: Query<Stats>
  announce: (text: string) => void
}

/** Explorer shows the position of the line, or of the game in the viewer. */
export function Explorer({ state, go, stats, announce }: Props) {
  const features = stats.data?.features ?? []
  const [pointed, setPointed] = useState('')
  const line = useMemo(() => replay(state.fen, state.play), [state.fen, state.play.join()])
  const text = useText(state.game && `./masters/pgn/${encodeURIComponent(state.game)}`)
  const score = useMemo(
    () => (state.game && !text.waiting && text.data !== undefined ? parseGame(text.data) : null),
    [state.game, text.waiting, text.data],
  )
  // The spot is what the board shows: of the game if there is one, otherwise of the line.
  const at = Math.min(state.at, line.steps.length)
  const node = (score && (state.node < 0 ? find(score, fenAt(line, at)) : score.nodes[state.node])) ?? score?.root
  const spot =
    node && score
      ? { start: startOf(score.root.fen), play: played(node), fen: node.fen, last: node.uci }
      : {
          start: startOf(line.start),
          play: line.steps.slice(0, at).map((s) => s.uci),
          fen: fenAt(line, at),
          last: line.steps[at - 1]?.uci,
        }

  const asked = { fen: spot.start, play: spot.play.join(','), ...state.filters }
  const ready = line.problem === '' && (!state.game || score !== null)
  const position = useQuery<Position>(ready ? url('/position', { ...asked, history: 'true' }) : '')
  const listed = useQuery<Games>(
    !ready || state.game
      ? ''
      : url(state.by ? '/structure' : '/games', {
          by: state.by,
          ...asked,
          order: state.order,
          skip: state.skip,
          limit: pageSize,
        }),
  )
  const book = useQuery<Book>(
    ready && features.includes('book') ? url('/book', { fen: spot.start, play: asked.play }) : '',
  )

  const again = <T,>(q: Query<T>): Query<T> => ({
    ...q,
    retry: () => [position, listed, text].forEach((each) => each.failure && each.retry()),
  })

  const moves = (uci: string[]) => {
    if (replay(spot.fen, uci).problem) return // of a table that still shows the position before, by a double click
    const play = [...spot.play, ...uci]
    // A move that the line has next keeps the rest of the line.
    const same = !state.game && uci.every((m, i) => line.steps[at + i]?.uci === m)
    go({
      fen: spot.start,
      play: same ? line.steps.map((s) => s.uci) : play,
      at: play.length,
      game: '',
      node: -1,
      skip: 0,
    })
  }
  const step = (to: number) => go({ at: to, skip: 0 }, 'replace')
  const steps =
    score && node
      ? {
          length: pathLength(score, node),
          at: played(node).length,
          to: (n: number) => go({ node: stepTo(score, node, n) }, 'replace'),
        }
      : { length: line.steps.length, at, to: step }
  useArrowKeys(steps)
  useEffect(() => {
    if (position.data && stats.failure) stats.retry() // the server is back
  }, [position.data])
  useAnnouncement(position.data, position.waiting, spot.last ? sanOf(line, at, node) : '', announce)

  const arrows = useArrows(position.waiting ? undefined : position.data, pointed)
  return (
    <main class="explorer" id="content">
      <div class="side-board">
        <Board fen={spot.fen} flip={state.flip} last={spot.last} arrows={arrows} onMove={(m) => moves([m])} />
        <Controls state={state} go={go} length={steps.length} at={steps.at} onStep={steps.to} />
        {!state.game && <LineMoves line={line} at={at} onStep={step} />}
        <Entry fen={spot.fen} go={go} state={state} announce={announce} onMoves={moves} />
      </div>
      <div class="side-answers">
        {line.problem && (
          <div class="trouble" role="alert">
            <p>{line.problem}</p>
            <button type="button" onClick={() => go({ fen: '', play: [], at: 0 })}>
              Start position
            </button>
          </div>
        )}
        {state.game && text.failure && <Trouble failure={text.failure} retry={again(text).retry} />}
        {score && node && (
          <Viewer
            score={score}
            text={text.data ?? ''}
            node={node}
            onNode={(id) => go({ node: id }, 'replace')}
            onExplore={() => moves([])}
            onClose={() => go({ game: '', node: -1 })}
          />
        )}
        <section class="panel" aria-labelledby="opening">
          {(line.problem || position.failure || !position.data) && <h1 id="opening">Position</h1>}
          <Answer query={again(position)}>
            {(p) => (
              <>
                <Heading position={p} fen={spot.fen} />
                <MoveTable
                  position={p}
                  number={moveNumber(spot.fen)}
                  onPlay={(m) => moves([m])}
                  onPoint={setPointed}
                />
                {p.history && <History years={p.history} />}
              </>
            )}
          </Answer>
        </section>
        <FilterPanel filters={state.filters} go={go} features={features} />
        {!state.game && !line.problem && (
          <GameList state={state} go={go} query={again(listed)} asked={asked} features={features} />
        )}
        {book.data && <BookTable book={book.data} onPlay={(m) => moves([m])} />}
      </div>
    </main>
  )
}

function Heading({ position, fen }: { position: Position; fen: string }) {
  const n = position.games ?? total(position)
  const end = ending(fen)
  const name = position.opening?.name ?? (fen === startFEN ? 'Start position' : 'Position without a name')
  const turn = fen.split(' ')[1] === 'b' ? 'Black to move' : 'White to move'
  const facts = [
    games(n),
    end || turn,
    position.averageRating && `mean rating ${position.averageRating}`,
    position.lastYear && `last in ${position.lastYear}`,
  ]
  return (
    <header class="heading">
      <h1 id="opening">
        {position.opening && <span class="eco">{position.opening.eco}</span>} {name}
      </h1>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {total(position) > 0 && <Bar counts={position} wide />}
    </header>
  )
}

function startOf(fen: string): string {
  return fen === startFEN ? '' : fen
}

function sanOf(
  line: ReturnType<typeof replay>,
  at: number,
  node: { number: string; san: string } | null | undefined,
): string {
  if (node) return node.number + ' ' + node.san
  const s = line.steps[at - 1]
  return s ? s.number + ' ' + s.san : ''
}

type ScoreNode = NonNullable<ReturnType<typeof parseGame>['root']>

function pathLength(score: ReturnType<typeof parseGame>, node: ScoreNode): number {
  return played(neighbour(node, 'last', score)).length
}

/** stepTo is the id of the node n moves from the start, on the line that node is on. */
function stepTo(score: ReturnType<typeof parseGame>, node: ScoreNode, n: number): number {
  let depth = played(node).length
  for (; depth > n; depth--) node = neighbour(node, 'back', score)
  for (; depth < n; depth++) node = neighbour(node, 'on', score)
  return node.id
}

/** useArrowKeys steps with the arrow keys, unless they are typed into a field. */
function useArrowKeys(steps: { length: number; at: number; to: (n: number) => void }) {
  // With the board that shows the position, so that no key counts from the one before.
  useLayoutEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || typing(e.target)) return
      const to = { ArrowLeft: steps.at - 1, ArrowRight: steps.at + 1, Home: 0, End: steps.length }[e.key]
      if (to === undefined || to < 0 || to > steps.length || to === steps.at) return
      e.preventDefault()
      steps.to(to)
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
}

/** typing tells whether a key that is pressed belongs to a field. */
export function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [role=textbox]') !== null
}

/** useAnnouncement tells a screen reader of each new position. */
function useAnnouncement(p: Position | undefined, waiting: boolean, move: string, announce: (text: string) => void) {
  useEffect(() => {
    if (!p || waiting) return
    announce([move, games(p.games ?? total(p)), p.opening?.name].filter(Boolean).join('. '))
  }, [p, waiting])
}

/** useArrows draws the most played moves, and the one that the reader points at. */
function useArrows(p: Position | undefined, pointed: string): Arrow[] {
  return useMemo(() => {
    if (pointed) return [{ uci: pointed, weight: 1, strong: true }]
    if (!p || p.moves.length === 0) return []
    const n = (m: Position['moves'][0]) => m.games ?? total(m)
    const all = p.moves.reduce((sum, m) => sum + n(m), 0)
    const most = n(p.moves[0])
    return p.moves
      .slice(0, 5)
      .filter((m) => n(m) >= 0.05 * all)
      .map((m) => ({ uci: m.uci, weight: n(m) / most }))
  }, [p, pointed])
}
