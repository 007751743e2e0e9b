// The first tab: a position, its moves and its games.

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Failure, heals, type Games, type Position, type Query, type Stats } from '../api'
import { Board } from '../board/board'
import { Draughts } from '../board/draughts'
import { Goban } from '../board/goban'
import { problemOf, read, sentence, type Step } from '../chess'
import { familyOf, type GameName, gameOf, isStart, withMan, withStone } from '../game'
import { games, total, type Unit } from '../format'
import { Answer, Bar, Lines, Trouble } from '../parts'
import type { Go, State } from '../state'
import { end, newScore, path, played, scoreOf, write } from '../tree'
import { Analysis, type Found, useAnalysis } from './analysis'
import { type Answers, useAnswers } from './answers'
import { BookTable } from './book'
import { cornerOf, unitOf } from './corner'
import { Divider, shares, useSizes } from './divider'
import { DraughtsTools, type Man } from './draughts'
import { Editor } from './editor'
import { Nothing } from './empty'
import { FilterPanel } from './filters'
import { GameList } from './games'
import { GobanTools, spotsOf, type Tool } from './goban'
import { History } from './history'
import { Joseki } from './joseki'
import { columns, useAnnouncement, useArrowKeys, useArrows, useMedia, useStored } from './hooks'
import { Controls, Entry, LineMoves } from './line'
import { inWords, MoveTable } from './moves'
import { Prepare, standing } from './prepare'
import { Remedies } from './remedies'
import { type Spot, useSpot } from './spot'
import { type Tree, useTree } from './tree'
import { Opening, Viewer } from './viewer'
import { useWorths } from './worth'

interface Props {
  state: State
  go: Go
  stats: Query<Stats>
  announce: (text: string) => void
}

/** Explorer shows the position of the line, or of the game in the viewer. */
export function Explorer({ state, go, stats, announce }: Props) {
  const game = familyOf(stats.data?.game)
  const features = stats.data?.features ?? []
  const [pointed, setPointed] = useState('')
  const [edits, setEdits] = useEditing(state)
  const [sizes, setSize] = useSizes()
  const three = useMedia(columns)
  useReturn(state.game)
  const tree = useTree(state, go, game)
  const spot = useSpot(state, go, tree)
  const answers = useAnswers(state, spot, tree, features)
  const { position } = answers
  useArrowKeys(edits ? { length: 0, at: 0, to: () => {} } : spot.steps)
  useAnnouncement(position.data, position.waiting, spot.move, unitOf(state), announce)
  const [on, setOn] = useStored('analysis')
  const analyses = on && spot.ready && features.includes('analysis')
  const analysis = useAnalysis(analyses, spot.start, spot.play.join(','))
  const arrows = useArrows(position.data, pointed, analysis.found?.lines)

  const play = (steps: Step[]) => tree.play(spot.start, spot.play, steps)
  const move = (uci: string) => {
    const step = answers.legal.find((m) => m.uci === uci) ?? (/^[BW] /.test(uci) && { uci, san: uci }) // in a corner
    if (step) play([step])
  }
  const point = (uci: string) => {
    setPointed(uci)
    if (uci) answers.ahead(uci)
  }
  const close = () => go({ game: '', node: -1 })
  const parts = { game, state, go, tree, spot, answers, features, onMove: move, onPoint: point }
  return (
    <main class={'explorer ' + game} id="content" style={shares(sizes)}>
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
          <BoardSide
            {...parts}
            arrows={arrows}
            pointed={pointed}
            views={stats.data?.views ?? []}
            announce={announce}
            searcher={
              features.includes('analysis') && (
                <Searcher spot={spot} on={on} {...analysis} onSwitch={setOn} onPlay={move} onPoint={setPointed} />
              )
            }>
            <Entry
              game={game}
              fen={spot.fen}
              tree={tree}
              node={spot.open ? undefined : spot.own}
              announce={announce}
              onMoves={play}
              onSetUp={(stats.data?.game ?? game) === 'chess' ? () => setEdits(true) : undefined}
            />
          </BoardSide>
        )}
      </div>
      <Divider label="Width of the board" pair="board" size={sizes.board} upright onSize={setSize} />
      <div class="side-answers">
        <Alerts
          tree={tree}
          state={state}
          go={go}
          game={spot.game}
          queries={[position, answers.games, stats]}
          onClose={close}
        />
        <PositionPanel
          {...parts}
          all={stats.data?.games}
          onPlay={(moves) => play(moves.map((uci) => ({ uci, san: uci })))}
        />
        <Divider
          key={three ? 'beside' : 'moves'}
          label={three ? 'Width of the moves' : 'Height of the moves'}
          pair={three ? 'beside' : 'moves'}
          size={three ? sizes.beside : sizes.moves}
          upright={three}
          onSize={setSize}
        />
        {spot.open ? (
          <GamePanel {...parts} busy={analyses} onExplore={() => play([])} onClose={close} />
        ) : tree.badFEN ? (
          <div class="panel game-list" />
        ) : (
          <Listing {...parts} />
        )}
      </div>
    </main>
  )
}

/**
 * useReturn scrolls to the board over a game that is opened, and back to where the list of games was left, in windows
 * in which the page scrolls.
 */
function useReturn(game: string) {
  const before = useRef('')
  const left = useRef(0)
  if (before.current === '' && game !== '') left.current = scrollY
  useLayoutEffect(() => {
    if (before.current !== game) scrollTo(0, game === '' ? left.current : 0)
    before.current = game
  }, [game])
}

/**
 * useEditing is whether the editor is open. A move or a game of the lists beside it closes it. When it is closed, the
 * focus returns to its button.
 */
function useEditing({ fen, play, at, game }: State): [boolean, (on: boolean) => void] {
  const [edits, setEdits] = useState(false)
  const edited = useRef(false)
  useEffect(() => setEdits(false), [fen, play.join(), at, game])
  useEffect(() => {
    if (edited.current && !edits) document.getElementById('set-up')?.focus()
    edited.current = edits
  }, [edits])
  return [edits, setEdits]
}

interface Parts {
  game: GameName
  state: State
  go: Go
  tree: Tree
  spot: Spot
  answers: Answers
  features: string[]
  onMove: (uci: string) => void
  onPoint: (uci: string) => void
}

interface BoardProps extends Parts {
  arrows: ReturnType<typeof useArrows>
  pointed: string
  views: string[]
  announce: (text: string) => void
  searcher: ComponentChildren
  children: ComponentChildren // tools
}

/** BoardSide is the board with the line that led to it, and the tools, which a narrow window has behind a button. */
function BoardSide(props: BoardProps) {
  const { game, state, go, tree, spot, answers, onMove, arrows, pointed, views, announce } = props
  const [open, setOpen] = useState(false)
  const { steps } = spot
  const [tool, setTool] = useState<Tool>('play')
  const [man, setMan] = useState<Man>('play')
  const { set, at: setAt, remark } = useSetUp(spot.fen, tree, announce)
  const board = {
    fen: spot.fen,
    flip: state.flip,
    last: spot.last,
    onWheel: (by: number) => {
      const to = steps.at + by
      if (to >= 0 && to <= steps.length) steps.to(to)
    },
  }
  const corner = cornerOf(state, spot.last, spot.fen)
  return (
    <>
      <div class={'board-block ' + game}>
        {game === 'chess' && (
          <Board {...board} legal={answers.legal} arrows={arrows} announce={announce} onMove={onMove} />
        )}
        {game === 'checkers' && (
          <Draughts
            {...board}
            legal={answers.legal}
            arrows={arrows}
            announce={announce}
            onMove={onMove}
            onSquare={man === 'play' ? undefined : (n) => set(withMan(setAt(), n, man))}
          />
        )}
        {game === 'baduk' && (
          <Goban
            {...board}
            spots={spotsOf(answers.position.data, pointed)}
            region={corner ? { corner, side: state.by === 'corner9' ? 9 : 11 } : undefined}
            announce={announce}
            onPoint={(name) => (tool === 'play' ? onMove(name) : set(withStone(setAt(), name, tool)))}
          />
        )}
        <Controls state={state} go={go} length={steps.length} at={steps.at} onStep={steps.to}>
          <button
            type="button"
            class="open-tools"
            aria-expanded={open}
            aria-controls="tools"
            onClick={() => setOpen(!open)}>
            Tools
          </button>
        </Controls>
        {spot.open ? (
          <div class="line" />
        ) : (
          <LineMoves
            tree={tree}
            at={spot.own}
            onNode={(n) => go({ play: played(end(n)), at: path(n).length, skip: 0 }, 'replace')}
          />
        )}
      </div>
      {props.searcher}
      <div id="tools" class={open ? 'sheet open' : 'sheet'}>
        {remark && (
          <p class="problem" role="status">
            {remark}
          </p>
        )}
        {game === 'checkers' && <DraughtsTools fen={spot.fen} man={man} onMan={setMan} onSet={set} />}
        {game === 'baduk' && (
          <GobanTools
            state={state}
            go={go}
            fen={spot.fen}
            views={views}
            corner={corner}
            tool={tool}
            onTool={setTool}
            onPass={() => onMove('pass')}
            onSet={set}
          />
        )}
        {props.children}
      </div>
    </>
  )
}

/**
 * useSetUp puts a position on the board by the rules of a record: in Go what a setup in an SGF leaves, as the server
 * reads it. at is the position that was set last, although its answer may be under way.
 */
function useSetUp(fen: string, tree: Tree, announce: (text: string) => void) {
  const [remark, setRemark] = useState('')
  const last = useRef('')
  useEffect(() => {
    last.current = ''
  }, [fen])
  const set = async (next: string) => {
    if (gameOf(next) !== 'baduk') return tree.replace(newScore(next))
    last.current = next
    try {
      const text = await read(write(newScore(next)))
      if (last.current !== next) return // another one was set
      tree.replace(scoreOf({ ...text, tags: {}, moves: [], problem: undefined }))
      const said = text.problem ? sentence(text.problem) + '.' : ''
      setRemark(said)
      if (said) announce(said)
    } catch (e) {
      setRemark(problemOf(e))
    }
  }
  return { set: (next: string) => void set(next), at: () => last.current || fen, remark }
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
  return <Analysis number={spot.number} black={spot.black} {...rest} />
}

interface AlertsProps {
  tree: Tree
  state: State
  go: Go
  game: Query<unknown>
  queries: Query<unknown>[]
  onClose: () => void // of the game
}

/** Alerts says what is wrong with the address, or what failed: of what can be tried again, one thing at a time. */
function Alerts({ tree, state, go, game, queries, onClose }: AlertsProps) {
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
      {tree.damage && (
        <div class="trouble" role="alert">
          <p>{tree.damage}</p>
          <button type="button" onClick={tree.dismiss}>
            Close
          </button>
        </div>
      )}
      {game.failure && <Trouble failure={game.failure} retry={game.retry} close={onClose} />}
      {failed.length > 0 && !(game.failure && heals(game.failure)) && (
        <Trouble
          failure={failed[0].failure!}
          retry={() => failed.forEach((q) => q.retry())}
          help={<Remedies failure={failed[0].failure!} state={state} go={go} />}
        />
      )}
    </div>
  )
}

/** PositionPanel has the filters, and the moves of the position. */
function PositionPanel(props: Parts & { all?: number; onPlay: (moves: string[]) => void }) {
  const { game, state, go, spot, answers, features, all, onMove, onPlay, onPoint } = props
  const { position, theirs, book } = answers
  const unit = unitOf(state)
  const p = position.data
  const any = p && p.moves.length + (p.transpositions ?? []).length + (p.evaluation?.moves ?? []).length > 0
  return (
    <section class="panel position" aria-labelledby="opening">
      <FilterPanel game={game} filters={state.filters} go={go} features={features} all={all} />
      <div class="summary">
        {p ? (
          <Heading position={p} unit={unit} spot={spot} ending={answers.ending} />
        ) : (
          <h1 id="opening" aria-label="Position">
            {position.waiting ? '\u00a0' : 'Position'}
          </h1>
        )}
        {state.prepare && state.who && (
          <p class="theirs">{p && theirs.data ? standing(state, theirs.data, unit) : '\u00a0'}</p>
        )}
      </div>
      <div class="scroll" key={spot.fen}>
        <Answer query={position} skeleton={(p) => <Lines of={p ? p.moves.length + 2 : 8} />}>
          {(p) =>
            any ? (
              <MoveTable
                position={p}
                unit={unit}
                theirs={theirs.data}
                who={state.who}
                side={state.prepare}
                number={spot.number}
                black={spot.black}
                onPlay={onMove}
                onPoint={onPoint}
              />
            ) : (
              <Nothing position={p} unit={unit} filters={state.filters} go={go} />
            )
          }
        </Answer>
        {p && unit === 'corner' && (
          <Joseki
            state={state}
            spot={spot}
            corner={cornerOf(state, spot.last, spot.fen)}
            position={p}
            onPlay={onPlay}
          />
        )}
      </div>
      <div class="extras">
        <div class="years">
          {p?.history && <History years={p.history} unit={unit} filters={state.filters} go={go} />}
        </div>
        {features.includes('book') && <BookTable book={p && book.data} onPlay={onMove} />}
      </div>
    </section>
  )
}

/** Listing is the games of the position, or the preparation for a player. */
function Listing({ game, state, go, answers, features }: Parts) {
  if (state.prepare && features.includes('prepare'))
    return <Prepare game={game} state={state} go={go} features={features} />
  const { games, asked } = answers
  return <GameList game={game} state={state} go={go} query={games} asked={asked} features={features} />
}

/** GamePanel is the viewer, with the games before and after it in the list. */
function GamePanel(props: Parts & { busy: boolean; onExplore: () => void; onClose: () => void }) {
  const { game, state, go, spot, answers, features, busy, onExplore, onClose } = props
  const worths = useWorths(spot.score, spot.node, features)
  const list = answers.games.data?.games ?? []
  const i = list.findIndex((g) => g.id === state.game)
  const open = (g?: Games['games'][0]) => g && (() => go({ game: g.id, node: g.ply ?? -1 }))
  if (!spot.score || !spot.node) return <Opening game={game} listed={list[i]} onClose={onClose} />
  return (
    <Viewer
      game={game}
      score={spot.score}
      text={spot.game.data!.text}
      node={spot.node}
      here={list[i]?.ply ?? -1}
      before={open(list[i - 1])}
      after={i < 0 ? undefined : open(list[i + 1])}
      worths={worths}
      busy={busy}
      onNode={(id) => go({ node: id }, 'replace')}
      onExplore={onExplore}
      onClose={onClose}
    />
  )
}

interface HeadingProps {
  position: Position
  unit: Unit
  spot: Spot
  ending?: string
}

function Heading({ position, unit, spot, ending }: HeadingProps) {
  const n = position.games ?? total(position)
  const name =
    position.opening?.name ??
    (isStart(spot.fen) ? 'Start position' : gameOf(spot.fen) === 'chess' ? 'Position without a name' : 'Position')
  const turn = spot.black ? 'Black to move' : 'White to move'
  const facts = [
    games(n, unit),
    ending === 'material' ? 'drawn: too few pieces' : ending || turn,
    position.averageRank
      ? `mean rank ${position.averageRank}`
      : !!position.averageRating && `mean rating ${position.averageRating}`,
    position.lastYear && `last in ${position.lastYear}`,
    position.evaluation?.depth !== undefined && inWords(position.evaluation),
  ]
  return (
    <header class="heading">
      <h1 id="opening" class={name.length > 48 ? 'long' : ''}>
        {position.opening && <span class="eco">{position.opening.eco}</span>} {name}
      </h1>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {total(position) > 0 && <Bar counts={position} wide />}
    </header>
  )
}
