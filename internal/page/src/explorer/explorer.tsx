// The first tab: a position, its moves and its games.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Book, type Games, type Position, prefetch, type Query, type Stats } from '../api'
import { url, useAnswer, useQuery } from '../api'
import { Board } from '../board/board'
import type { Arrow } from '../board/squares'
import { type Line, lineURL, moveNumber, read, startFEN, type Step } from '../chess'
import { games, total } from '../format'
import { Answer, Bar, Lines, Trouble } from '../parts'
import type { Go, State } from '../state'
import { end, find, path, played, type Score, scoreOf } from '../tree'
import { Analysis, useAnalysis } from './analysis'
import { BookTable } from './book'
import { Nothing } from './empty'
import { FilterPanel } from './filters'
import { GameList, pageSize } from './games'
import { History } from './history'
import { Controls, Entry, LineMoves } from './line'
import { MoveTable } from './moves'
import { useTree } from './tree'
import { Viewer } from './viewer'

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
  const tree = useTree(state, go)
  const { line } = tree
  const game = useAnswer<Text>(state.game && `./masters/pgn/${encodeURIComponent(state.game)}`, readGame)
  const score = state.game ? (game.data?.score ?? null) : null
  // The spot is what the board shows: of the game if there is one, otherwise of the line.
  const at = Math.min(state.at, line.length)
  const own = at > 0 ? line[at - 1] : tree.score.root
  const node = (score && (state.node < 0 ? find(score, own.fen) : score.nodes[state.node])) ?? score?.root
  const shown = node ?? own
  const spot = {
    start: score ? startOf(score.root.fen) : state.fen,
    play: played(shown),
    fen: shown.fen,
    last: shown.uci,
  }
  const black = spot.fen.split(' ')[1] === 'b'
  const ready = tree.ready && (!state.game || score !== null)
  const rules = useQuery<Line>(ready ? lineURL(spot.fen) : '')
  const legal = rules.data?.legal ?? []

  const question = (start: string, play: string[]) => {
    const asked = { fen: start, play: play.join(','), ...state.filters }
    return {
      asked,
      position: url('/position', { ...asked, history: 'true' }),
      games: url(state.by ? '/structure' : '/games', {
        by: state.by,
        ...asked,
        order: state.order,
        skip: state.skip,
        limit: pageSize,
      }),
    }
  }
  const ask = question(spot.start, spot.play)
  const listing = question(state.fen, played(own)) // of the line, while a game is open too
  const position = useQuery<Position>(ready ? ask.position : '')
  const listed = useQuery<Games>(tree.ready ? listing.games : '')
  const book = useQuery<Book>(
    ready && features.includes('book') ? url('/book', { fen: spot.start, play: ask.asked.play }) : '',
  )
  // The moves that will probably be played next are fetched ahead, unless the server is slow.
  const ahead = (uci: string) => {
    const next = question(spot.start, [...spot.play, uci])
    prefetch(next.position)
    if (!state.game && state.skip === 0) prefetch(next.games)
    const after = legal.find((m) => m.uci === uci)
    if (after) prefetch(lineURL(after.fen))
  }
  const began = useRef(0)
  useEffect(() => void (began.current = performance.now()), [ask.position])
  useEffect(() => {
    if (!position.data || !rules.data || performance.now() - began.current > 300) return
    const timer = setTimeout(() => position.data!.moves.slice(0, 3).forEach((m) => ahead(m.uci)), 150)
    return () => clearTimeout(timer)
  }, [position.data, rules.data])
  const point = (uci: string) => {
    setPointed(uci)
    if (uci) ahead(uci)
  }

  const play = (steps: Step[]) => tree.play(spot.start, spot.play, steps)
  const move = (uci: string) => {
    const step = legal.find((m) => m.uci === uci)
    if (step) play([step])
  }
  const whole = node ? path(end(node)) : line
  const step = (to: number) => {
    if (score) go({ node: to > 0 ? whole[to - 1].id : 0 }, 'replace')
    else go({ at: to, skip: 0 }, 'replace')
  }
  const steps = { length: whole.length, at: score ? spot.play.length : at, to: step }
  useArrowKeys(steps)
  const list = listed.data?.games ?? []
  const i = list.findIndex((g) => g.id === state.game)
  const open = (g?: Games['games'][0]) => g && (() => go({ game: g.id, node: g.ply ?? -1 }))

  const [on, setOn] = useStored('analysis')
  const analyses = on && ready && features.includes('analysis')
  const { found, failure } = useAnalysis(analyses, spot.start, spot.play.join(','))
  const move1 = shown.parent ? shown.number + ' ' + shown.san : ''
  useAnnouncement(position.data, position.waiting, move1, announce)

  const failed: Query<unknown>[] = [game, position, listed, stats].filter((q) => q.failure)
  if (tree.query.failure && !tree.badFEN) failed.unshift(tree.query)
  const arrows = useArrows(position.data, pointed, found?.lines)
  return (
    <main class="explorer" id="content">
      <div class="side-board">
        <div class="board-block">
          <Board
            fen={spot.fen}
            flip={state.flip}
            last={spot.last}
            legal={legal}
            arrows={arrows}
            onMove={move}
            onWheel={(by) => {
              const to = steps.at + by
              if (to >= 0 && to <= steps.length) step(to)
            }}
          />
          <Controls state={state} go={go} length={steps.length} at={steps.at} onStep={steps.to} />
          {state.game ? (
            <div class="line" />
          ) : (
            <LineMoves
              tree={tree}
              at={own}
              onNode={(n) => go({ play: played(end(n)), at: path(n).length, skip: 0 }, 'replace')}
            />
          )}
        </div>
        {features.includes('analysis') && (
          <Analysis
            on={on}
            number={moveNumber(spot.fen)}
            black={black}
            found={found}
            failure={failure}
            onSwitch={setOn}
            onPlay={move}
            onPoint={setPointed}
          />
        )}
        <Entry fen={spot.fen} tree={tree} node={state.game ? undefined : own} announce={announce} onMoves={play} />
      </div>
      <div class="side-answers">
        <div class="alerts">
          {tree.problem && (
            <div class="trouble" role="alert">
              <p>{tree.problem}</p>
              <button type="button" onClick={tree.clear}>
                Start position
              </button>
            </div>
          )}
          {failed.length > 0 && (
            <Trouble failure={failed[0].failure!} retry={() => failed.forEach((q) => q.retry())} />
          )}
        </div>
        <section class="panel position" aria-labelledby="opening">
          <FilterPanel filters={state.filters} go={go} features={features} all={stats.data?.games} />
          {!position.data && (
            <h1 id="opening" aria-label="Position">
              {position.waiting ? '\u00a0' : 'Position'}
            </h1>
          )}
          <Answer query={position} skeleton={(p) => <Lines of={p ? p.moves.length + 2 : 8} />}>
            {(p) => (
              <>
                <Heading position={p} fen={spot.fen} ending={rules.data?.ending} />
                {p.moves.length + (p.transpositions ?? []).length === 0 ? (
                  <Nothing position={p} filters={state.filters} go={go} />
                ) : (
                  <div class="scroll">
                    <MoveTable
                      position={p}
                      number={moveNumber(spot.fen)}
                      black={black}
                      onPlay={move}
                      onPoint={point}
                    />
                  </div>
                )}
                {p.history && <History years={p.history} filters={state.filters} go={go} />}
              </>
            )}
          </Answer>
          {book.data && <BookTable book={book.data} onPlay={move} />}
        </section>
        {score && node && (
          <Viewer
            score={score}
            text={game.data!.text}
            node={node}
            here={list[i]?.ply ?? -1}
            before={open(list[i - 1])}
            after={i < 0 ? undefined : open(list[i + 1])}
            onNode={(id) => go({ node: id }, 'replace')}
            onExplore={() => play([])}
            onClose={() => go({ game: '', node: -1 })}
          />
        )}
        {!state.game && !tree.badFEN && (
          <GameList state={state} go={go} query={listed} asked={listing.asked} features={features} />
        )}
      </div>
    </main>
  )
}

interface HeadingProps {
  position: Position
  fen: string
  ending?: string
}

function Heading({ position, fen, ending }: HeadingProps) {
  const n = position.games ?? total(position)
  const name = position.opening?.name ?? (fen === startFEN ? 'Start position' : 'Position without a name')
  const turn = fen.split(' ')[1] === 'b' ? 'Black to move' : 'White to move'
  const facts = [
    games(n),
    ending === 'material' ? 'drawn: too few pieces' : ending || turn,
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

interface Text {
  text: string
  score: Score
}

async function readGame(r: Response): Promise<Text> {
  const text = await r.text()
  return { text, score: scoreOf(await read(text)) }
}

/** useStored is a switch that lasts. */
function useStored(name: string): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(name) === 'on'
    } catch {
      return false
    }
  })
  const set = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(name, next ? 'on' : '')
    } catch {
      /* it lasts as long as the page */
    }
  }
  return [on, set]
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
  const fields = 'input:not([type=checkbox]), textarea, select, dialog, [role=textbox]'
  return target instanceof Element && target.closest(fields) !== null
}

/** useAnnouncement tells a screen reader of each new position. */
function useAnnouncement(p: Position | undefined, waiting: boolean, move: string, announce: (text: string) => void) {
  useEffect(() => {
    if (!p || waiting) return
    announce([move, games(p.games ?? total(p)), p.opening?.name].filter(Boolean).join('. '))
  }, [p, waiting])
}

/** useArrows draws the best moves of an analysis or the most played ones, and the one that the reader points at. */
function useArrows(p: Position | undefined, pointed: string, best?: { moves: { uci: string }[] }[]): Arrow[] {
  const found = best?.map((l) => l.moves[0].uci).join()
  return useMemo(() => {
    if (pointed) return [{ uci: pointed, weight: 1, strong: true }]
    if (found) return found.split(',').map((uci, i) => ({ uci, weight: 1 - 0.4 * i, best: true }))
    if (!p || p.moves.length === 0) return []
    const n = (m: Position['moves'][0]) => m.games ?? total(m)
    const all = p.moves.reduce((sum, m) => sum + n(m), 0)
    const most = n(p.moves[0])
    return p.moves
      .slice(0, 5)
      .filter((m) => n(m) >= 0.05 * all)
      .map((m) => ({ uci: m.uci, weight: n(m) / most }))
  }, [p, pointed, found])
}
