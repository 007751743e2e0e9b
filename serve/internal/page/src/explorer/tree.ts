// The reader's own tree of moves: it grows with every line that is played or read, and lasts as long as the tab.

import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Query, useQuery } from '../api'
import { type Line, lineURL, read, type Step } from '../chess'
import { type GameName, isStart, words } from '../game'
import type { Go, State } from '../state'
import { typing } from './hooks'
import {
  add,
  copy,
  end,
  follow,
  newScore,
  type Node,
  path,
  played,
  promote,
  remove,
  type Score,
  scoreOf,
  Versions,
  write,
} from '../tree'

export interface Tree {
  score: Score
  line: Node[] // the moves of the URL, as far as they are legal
  ready: boolean // the line is known
  problem: string // what is wrong with the URL's FEN or moves
  badFEN: boolean
  query: Query<Line>
  play: (from: string, before: string[], steps: Step[]) => void
  replace: (score: Score) => void
  promote: (node: Node) => void
  remove: (node: Node) => void
  comment: (node: Node, text: string) => void
  clear: () => void
}

const unknown = '8/8/8/8/8/8/8/8 w - - 0 1' // an empty board, until the server has read the FEN of the URL
const kept = 'tree' // in the session's storage

interface Own {
  of: string // FEN of the start, '' for the start position
  score: Score
  known: boolean // the first position is
}

/** useTree keeps the tree of which the URL has one line. */
export function useTree(state: State, go: Go, game: GameName): Tree {
  const { start } = words[game]
  const [, changed] = useState(0)
  const tree = useRef<Own>({ of: '', score: newScore(start), known: true })
  // Back and Forward show the tree that was there.
  const versions = useRef(new Versions<Own>(state.tree)).current
  const shown = useRef(state)
  if (state.tree !== versions.at) {
    const { fen, play, at } = shown.current
    const other = versions.change(state.tree, tree.current, { fen, play, at })
    if (other) save((tree.current = other).of, other.score)
  }
  shown.current = state
  useUndo(versions, go)
  // Another start is another tree.
  if (tree.current.of !== state.fen)
    tree.current = { of: state.fen, score: newScore(game === 'chess' ? unknown : start), known: false }
  const t = tree.current
  const touch = () => {
    changed((n) => n + 1)
    keep(tree.current.of, tree.current.score)
  }
  // What was kept before is not written over until it was read, or the reader begins another tree.
  const keep = (fen: string, score: Score) => {
    if (old.current === 'read') save(fen, score)
  }

  const { query, last } = useLine(t, state)
  useEffect(() => keep(state.fen, t.score), [t, state.play.join()])
  const old = useRestored(state, go, (score, fen) => {
    const now = tree.current
    if (fen !== now.of) {
      if (fen === '' || now.score.root.children.length > 0) return touch()
      tree.current = { of: fen, score, known: true }
      return touch()
    }
    for (const n of path(last)) add(score, follow(score.root, played(n.parent!)), n)
    tree.current = { of: fen, score, known: true }
    touch()
  })

  const line = path(last)
  const problem = problemIn(query, line, state, game)
  return {
    score: t.score,
    line,
    ready: t.known && (line.length === state.play.length || problem.illegal),
    problem: problem.text,
    badFEN: problem.badFEN,
    query,
    ...changes({ tree, old, versions, state, start, go, touch }),
  }
}

/** useLine reads the line of the URL into a tree, and returns its last move that is known. */
function useLine(t: Own, state: State): { query: Query<Line>; last: Node } {
  let last = follow(t.score.root, state.play)
  const asks = !t.known || path(last).length < state.play.length
  const query = useQuery<Line>(asks ? lineURL(state.fen, state.play) : '')
  const data = query.data
  useMemo(() => {
    if (!data || !asks) return
    if (!t.known) t.score.root.fen = data.fen
    t.known = true
    let node = t.score.root
    for (const step of data.moves) node = add(t.score, node, step)
    last = node
  }, [data, asks])
  return { query, last }
}

/** problemIn says what is wrong with the FEN or the moves of the URL. */
function problemIn(query: Query<Line>, line: Node[], state: State, game: GameName) {
  const move = line.length < state.play.length && query.data?.problem ? query.data.problem : ''
  const last = line.at(-1)
  const after = last ? `after ${last.number} ${last.san}` : 'in the first position'
  const badFEN = query.failure?.status === 400
  const text = badFEN
    ? `This is not a ${words[game].text}: ${query.failure!.reason}.`
    : move && `${move} is not a legal move ${after}. The moves before it are shown.`
  return { text, badFEN, illegal: move !== '' }
}

interface Keeper {
  tree: RefObject<Own>
  old: RefObject<Old>
  versions: Versions<Own>
  state: State
  start: string // of the game
  go: Go
  touch: () => void // keeps a change, and shows it
}

type Changes = Pick<Tree, 'play' | 'replace' | 'promote' | 'remove' | 'comment' | 'clear'>

/** changes are what the reader can do to the tree. */
function changes({ tree, old, versions, state, start, go, touch }: Keeper): Changes {
  const changing = () => {
    if (old.current === 'failed') old.current = 'read'
  }
  // leave puts another tree in the place of the current one, which Ctrl+Z and Back show again.
  const leave = (own: Own) => {
    const { fen, play, at } = state
    versions.leave(tree.current!, { fen, play, at })
    tree.current = own
  }
  // show puts a node on the board; the URL has the line through it to its end.
  const show = (node: Node, fen = tree.current!.of) =>
    go({ fen, play: played(end(node)), at: path(node).length, tree: versions.at, game: '', node: -1, skip: 0 })
  return {
    play(from, before, steps) {
      changing()
      if (from !== tree.current!.of) leave({ of: from, score: newScore(from || start), known: true })
      const score = tree.current!.score
      let node = follow(score.root, before)
      if (path(node).length < before.length || steps.some((s) => !s.fen))
        return go({
          fen: from,
          play: [...before, ...steps.map((s) => s.uci)],
          at: before.length + steps.length,
          tree: versions.at,
          game: '',
          node: -1,
          skip: 0,
        })
      for (const step of steps) node = add(score, node, { ...step, fen: step.fen! })
      show(node)
    },
    replace(score) {
      old.current = 'read'
      const fen = isStart(score.root.fen) ? '' : score.root.fen
      leave({ of: fen, score, known: true })
      save(fen, score)
      show(end(score.root), fen)
    },
    promote(node) {
      changing()
      promote(node)
      touch()
      show(node)
    },
    remove(node) {
      changing()
      const { of, score } = tree.current!
      leave({ of, score: copy(score), known: true })
      const same = tree.current!.score.nodes[node.id]
      remove(same)
      touch()
      show(same.parent!)
    },
    comment(node, text) {
      changing()
      node.comment = text
      touch()
    },
    clear() {
      old.current = 'read'
      leave({ of: '', score: newScore(start), known: true })
      save('', tree.current!.score)
      show(tree.current!.score.root)
    },
  }
}

/** useUndo shows the tree before the last change on Ctrl+Z, unless that is for a field with text. */
function useUndo(versions: Versions<Own>, go: Go) {
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const field =
        e.target instanceof HTMLInputElement && e.target.type !== 'checkbox'
          ? e.target.value !== ''
          : typing(e.target)
      const last = versions.last()
      if (e.key !== 'z' || !(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || field || !last) return
      e.preventDefault()
      go({ ...last, game: '', node: -1, skip: 0 })
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])
}

function save(fen: string, score: Score) {
  try {
    if (score.root.children.length === 0) sessionStorage.removeItem(kept)
    else sessionStorage.setItem(kept, JSON.stringify({ fen, pgn: write(score) }))
  } catch {
    /* it lasts as long as the page */
  }
}

type Old = 'reading' | 'read' | 'failed'

/** useRestored reads the tree of the URL's fragment, #pgn=…, or the one that was kept, and returns how far it is. */
function useRestored(state: State, go: Go, restored: (score: Score, fen: string) => void): RefObject<Old> {
  const [linked] = useState(() => /^#pgn=(.*)$/.exec(location.hash)?.[1])
  const [old] = useState(() => before(linked, state.fen)) // now, because the first line will be kept too
  const stage = useRef<Old>(old.pgn ? 'reading' : 'read')
  const use = useRef(restored)
  use.current = restored
  useEffect(() => {
    if (!old.pgn) return
    void read(old.pgn)
      .then((text) => {
        if (stage.current === 'read') return // the reader has begun another one
        stage.current = 'read'
        const score = scoreOf(text)
        const linkedFEN = state.fen || isStart(score.root.fen) ? state.fen : score.root.fen
        const fen = linked ? linkedFEN : old.fen
        use.current(score, fen)
        if (linked && state.play.length === 0) go({ fen, play: played(end(score.root)), at: 0 }, 'replace')
      })
      .catch(() => {
        if (stage.current === 'reading') stage.current = 'failed'
      })
  }, [])
  return stage
}

/** before is the tree before the page was loaded. */
function before(linked: string | undefined, fen: string): { fen: string; pgn?: string } {
  try {
    return linked
      ? { fen, pgn: decodeURIComponent(linked) }
      : JSON.parse(sessionStorage.getItem(kept) ?? '{"fen":""}')
  } catch {
    return { fen }
  }
}
