// The first tab: a position, its moves and its games.

import { useState } from 'preact/hooks'
import { type Failure, type Games, type Position, type Query, type Stats } from '../api'
import { Board } from '../board/board'
import { moveNumber, startFEN, type Step } from '../chess'
import { games, total } from '../format'
import { Answer, Bar, Lines, Trouble } from '../parts'
import type { Go, State } from '../state'
import { end, path, played } from '../tree'
import { Analysis, type Found, useAnalysis } from './analysis'
import { type Answers, useAnswers } from './answers'
import { BookTable } from './book'
import { Editor } from './editor'
import { Nothing } from './empty'
import { FilterPanel } from './filters'
import { GameList } from './games'
import { History } from './history'
import { useAnnouncement, useArrowKeys, useArrows, useStored } from './hooks'
import { Controls, Entry, LineMoves } from './line'
import { MoveTable } from './moves'
import { Prepare, standing } from './prepare'
import { type Spot, useSpot } from './spot'
import { type Tree, useTree } from './tree'
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
  const [edits, setEdits] = useState(false)
  const tree = useTree(state, go)
  const spot = useSpot(state, go, tree)
  const answers = useAnswers(state, spot, tree, features)
  const { position } = answers
  useArrowKeys(spot.steps)
  useAnnouncement(position.data, position.waiting, spot.move, announce)
  const [on, setOn] = useStored('analysis')
  const analyses = on && spot.ready && features.includes('analysis')
  const analysis = useAnalysis(analyses, spot.start, spot.play.join(','))
  const arrows = useArrows(position.data, pointed, analysis.found?.lines)

  const play = (steps: Step[]) => tree.play(spot.start, spot.play, steps)
  const move = (uci: string) => {
    const step = answers.legal.find((m) => m.uci === uci)
    if (step) play([step])
  }
  const point = (uci: string) => {
    setPointed(uci)
    if (uci) answers.ahead(uci)
  }
  const parts = { state, go, tree, spot, answers, features, onMove: move, onPoint: point }
  return (
    <main class="explorer" id="content">
      <div class="side-board">
        {edits ? (
          <Editor
            fen={spot.fen}
            flip={state.flip}
            onSet={(score) => {
              setEdits(false)
              tree.replace(score)
            }}
            onClose={() => setEdits(false)}
          />
        ) : (
          <BoardSide {...parts} arrows={arrows} />
        )}
        {!edits && features.includes('analysis') && (
          <Searcher spot={spot} on={on} {...analysis} onSwitch={setOn} onPlay={move} onPoint={setPointed} />
        )}
        {!edits && (
          <Entry
            fen={spot.fen}
            tree={tree}
            node={state.game ? undefined : spot.own}
            announce={announce}
            onMoves={play}
            onSetUp={() => setEdits(true)}
          />
        )}
      </div>
      <div class="side-answers">
        <Alerts tree={tree} queries={[spot.game, position, answers.games, stats]} />
        <PositionPanel {...parts} all={stats.data?.games} />
        {spot.score && spot.node && <GamePanel {...parts} onExplore={() => play([])} />}
        {!state.game && !tree.badFEN && state.prepare && <Prepare state={state} go={go} features={features} />}
        {!state.game && !tree.badFEN && !state.prepare && (
          <GameList state={state} go={go} query={answers.games} asked={answers.asked} features={features} />
        )}
      </div>
    </main>
  )
}

interface Parts {
  state: State
  go: Go
  tree: Tree
  spot: Spot
  answers: Answers
  features: string[]
  onMove: (uci: string) => void
  onPoint: (uci: string) => void
}

/** BoardSide is the board with the line that led to it. */
function BoardSide({
  state,
  go,
  tree,
  spot,
  answers,
  onMove,
  arrows,
}: Parts & { arrows: ReturnType<typeof useArrows> }) {
  const { steps } = spot
  return (
    <div class="board-block">
      <Board
        fen={spot.fen}
        flip={state.flip}
        last={spot.last}
        legal={answers.legal}
        arrows={arrows}
        onMove={onMove}
        onWheel={(by) => {
          const to = steps.at + by
          if (to >= 0 && to <= steps.length) steps.to(to)
        }}
      />
      <Controls state={state} go={go} length={steps.length} at={steps.at} onStep={steps.to} />
      {state.game ? (
        <div class="line" />
      ) : (
        <LineMoves
          tree={tree}
          at={spot.own}
          onNode={(n) => go({ play: played(end(n)), at: path(n).length, skip: 0 }, 'replace')}
        />
      )}
    </div>
  )
}

interface SearcherProps {
  spot: Spot
  on: boolean
  found?: Found
  failure?: Failure
  onSwitch: (on: boolean) => void
  onPlay: (uci: string) => void
  onPoint: (uci: string) => void
}

function Searcher({ spot, ...rest }: SearcherProps) {
  return <Analysis number={moveNumber(spot.fen)} black={spot.fen.split(' ')[1] === 'b'} {...rest} />
}

/** Alerts says what is wrong with the address, or what failed; one thing at a time. */
function Alerts({ tree, queries }: { tree: Tree; queries: Query<unknown>[] }) {
  const failed = queries.filter((q) => q.failure)
  if (tree.query.failure && !tree.badFEN) failed.unshift(tree.query)
  return (
    <div class="alerts">
      {tree.problem && (
        <div class="trouble" role="alert">
          <p>{tree.problem}</p>
          <button type="button" onClick={tree.clear}>
            Start position
          </button>
        </div>
      )}
      {failed.length > 0 && <Trouble failure={failed[0].failure!} retry={() => failed.forEach((q) => q.retry())} />}
    </div>
  )
}

/** PositionPanel has the filters, and the moves of the position. */
function PositionPanel({ state, go, spot, answers, features, all, onMove, onPoint }: Parts & { all?: number }) {
  const { position, theirs, book } = answers
  return (
    <section class="panel position" aria-labelledby="opening">
      <FilterPanel filters={state.filters} go={go} features={features} all={all} />
      {!position.data && (
        <h1 id="opening" aria-label="Position">
          {position.waiting ? '\u00a0' : 'Position'}
        </h1>
      )}
      <Answer query={position} skeleton={(p) => <Lines of={p ? p.moves.length + 2 : 8} />}>
        {(p) => (
          <>
            <Heading position={p} fen={spot.fen} ending={answers.ending} />
            {theirs.data && <p class="theirs">{standing(state, theirs.data)}</p>}
            {p.moves.length + (p.transpositions ?? []).length === 0 ? (
              <Nothing position={p} filters={state.filters} go={go} />
            ) : (
              <div class="scroll">
                <MoveTable
                  position={p}
                  theirs={theirs.data}
                  who={state.who}
                  side={state.prepare}
                  number={moveNumber(spot.fen)}
                  black={spot.fen.split(' ')[1] === 'b'}
                  onPlay={onMove}
                  onPoint={onPoint}
                />
              </div>
            )}
            {p.history && <History years={p.history} filters={state.filters} go={go} />}
          </>
        )}
      </Answer>
      {book.data && <BookTable book={book.data} onPlay={onMove} />}
    </section>
  )
}

/** GamePanel is the viewer, with the games before and after it in the list. */
function GamePanel({ state, go, spot, answers, onExplore }: Parts & { onExplore: () => void }) {
  const list = answers.games.data?.games ?? []
  const i = list.findIndex((g) => g.id === state.game)
  const open = (g?: Games['games'][0]) => g && (() => go({ game: g.id, node: g.ply ?? -1 }))
  return (
    <Viewer
      score={spot.score!}
      text={spot.game.data!.text}
      node={spot.node!}
      here={list[i]?.ply ?? -1}
      before={open(list[i - 1])}
      after={i < 0 ? undefined : open(list[i + 1])}
      onNode={(id) => go({ node: id }, 'replace')}
      onExplore={onExplore}
      onClose={() => go({ game: '', node: -1 })}
    />
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
