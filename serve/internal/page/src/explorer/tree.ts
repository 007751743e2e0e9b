// The reader's own tree of moves: it grows with every line that is played or read, and lasts as long as the tab.

import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Query, useQuery } from '../api'
import { type Line, lineURL, problemOf, read, type Step } from '../chess'
import { type GameName, isStart, words } from '../game'
import { type Go, type State, unread } from '../state'
import {
  add,
  all,
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
} from '../tree'
import { type Own, versions } from '../versions'
import { typing } from './hooks'

export interface Tree {
  score: Score
  line: Node[] // the moves of the URL, as far as they are legal
  ready: boolean // the line is known
  problem: string // what is wrong with the URL's FEN or moves
  badFEN: boolean
  damage: string // what of the link could not be read
  dismiss: () => void // the damage
  undo?: () => void // missing if there is nothing to undo
  redo?: () => void
  query: Query<Line>
  play: (from: string, before: string[], steps: Step[]) => void
  replace: (score: Score) => void
  promote: (node: Node) => void
  remove: (node: Node) => void
  comment: (node: Node, text: string) => void
  clear: () => void
}

const unknown = '8/8/8/8/8/8/8/8 w - - 0 1' // an empty board, until the server has read the FEN of the URL

/** useTree keeps the tree of which the URL has one line. */
export function useTree(state: State, go: Go, game: GameName): Tree {
  const { start } = words[game]
  const [, changed] = useState(0)
  const tree = useRef<Own>(undefined) as RefObject<Own>
  tree.current ??= versions.own ?? { of: '', score: newScore(start), known: true }
  // Back and Forward show the tree that was there.
  const shown = useRef(state)
  if (state.tree !== versions.at) {
    const { fen, play, at } = shown.current
    tree.current = versions.change(state.tree, { fen, play, at }) ?? tree.current
  }
  shown.current = state
  const history = useUndo(go)
  // Another start is another tree.
  if (tree.current.of !== state.fen)
    tree.current = { of: state.fen, score: newScore(game === 'chess' ? unknown : start), known: false }
  const t = tree.current
  const touch = () => {
    changed((n) => n + 1)
    versions.save(tree.current!)
  }
  const { query, last } = useLine(t, state)
  useEffect(() => versions.save(t), [t, t.known, state.play.join()])
  const { link, ...own } = changes({ tree, state, start, go, touch })
  const [damage, setDamage] = useLinked((score) => link(score, path(last).length))

  const line = path(last)
  const problem = problemIn(query, line, state, game)
  return {
    score: t.score,
    line,
    ready: t.known && (line.length === state.play.length || problem.illegal),
    problem: problem.text,
    badFEN: problem.badFEN,
    damage,
    dismiss: () => setDamage(''),
    ...history,
    query,
    ...own,
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
  state: State
  start: string // of the game
  go: Go
  touch: () => void // keeps a change, and shows it
}

interface Changes extends Pick<Tree, 'play' | 'replace' | 'promote' | 'remove' | 'comment' | 'clear'> {
  link: (score: Score, line: number) => void // shows the tree of a link, whose address has so many of its moves
}

/** changes are what the reader can do to the tree. What takes something away makes another tree, so it can be undone. */
function changes({ tree, state, start, go, touch }: Keeper): Changes {
  const leave = (own: Own) => {
    const { fen, play, at } = state
    versions.leave({ fen, play, at })
    tree.current = own
    touch()
  }
  // show puts a node on the board; the URL has the line through it to its end.
  const show = (node: Node, fen = tree.current!.of) =>
    go({ fen, play: played(end(node)), at: path(node).length, tree: versions.at, game: '', node: -1, skip: 0 })
  // change changes a copy of the tree at a node, and shows the node that is returned.
  const change = (node: Node, how: (same: Node) => Node) => {
    const { of, score } = tree.current!
    const [other, same] = copy(score, node)
    const at = how(same)
    leave({ of, score: other, known: true })
    show(at)
  }
  return {
    play(from, before, steps) {
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
      const fen = isStart(score.root.fen) ? '' : score.root.fen
      leave({ of: fen, score, known: true })
      show(end(score.root), fen)
    },
    link(score, line) {
      const { play } = state
      const fen = state.fen || isStart(score.root.fen) ? state.fen : score.root.fen
      const own = { of: fen, score, known: true }
      if (all(tree.current!.score).length - 1 > line) leave(own)
      else {
        tree.current = own
        touch()
      }
      go({ fen, tree: versions.at, ...(play.length === 0 && { play: played(end(score.root)), at: 0 }) }, 'replace')
    },
    promote: (node) => change(node, (same) => (promote(same), same)),
    remove: (node) => change(node, (same) => (remove(same), same.parent!)),
    comment(node, text) {
      if (text !== node.comment) change(node, (same) => ((same.comment = text), same))
    },
    clear() {
      leave({ of: '', score: newScore(start), known: true })
      show(tree.current!.score.root)
    },
  }
}

/** useUndo shows the tree before the last change on Ctrl+Z, and the one after it on Ctrl+Y, outside of fields with text. */
function useUndo(go: Go): Pick<Tree, 'undo' | 'redo'> {
  const to = (version: ReturnType<typeof versions.undone>) =>
    version && (() => go({ ...version, game: '', node: -1, skip: 0 }))
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const field =
        e.target instanceof HTMLInputElement && e.target.type !== 'checkbox'
          ? e.target.value !== ''
          : typing(e.target)
      if (!(e.ctrlKey || e.metaKey) || e.altKey || field) return
      const letter = e.key.toLowerCase()
      const again = letter === 'y' || (letter === 'z' && e.shiftKey)
      const change = again ? to(versions.redone()) : letter === 'z' && to(versions.undone())
      if (!change) return
      e.preventDefault()
      change()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  }, [])
  return { undo: to(versions.undone()), redo: to(versions.redone()) }
}

/** useLinked reads the tree of the URL's fragment, #pgn=…, and says what of the link cannot be read. */
function useLinked(show: (score: Score) => void): [string, (damage: string) => void] {
  const [linked] = useState(() => decoded(/^#pgn=(.*)$/s.exec(location.hash)?.[1]))
  const [damage, setDamage] = useState(() => {
    const parts = unread(location.search).join(', ')
    return parts && `Parts of this link cannot be read, and are left out: ${parts}.`
  })
  const use = useRef(show)
  use.current = show
  useEffect(() => {
    if (linked === undefined) return
    read(linked.text)
      .then((text) => {
        const why = text.problem ? `: ${text.problem}` : ''
        if (!linked.whole || why) setDamage(`This link is damaged${why}. What can be read is shown.`)
        use.current(scoreOf(text))
      })
      .catch((e) => setDamage(`The moves of this link cannot be read: ${problemOf(e)}`))
  }, [])
  return [damage, setDamage]
}

/** decoded is a text of a link, and whether it seems to be all of it. */
function decoded(part?: string): { text: string; whole: boolean } | undefined {
  if (part === undefined) return undefined
  let whole = !/%(?![\da-f]{2})/i.test(part)
  const text = part.replace(/(%[\da-f]{2})+/gi, (run) => {
    for (let n = run.length; n > 0; n -= 3)
      try {
        if (n < run.length) whole = false
        return decodeURIComponent(run.slice(0, n))
      } catch {
        /* a letter of several bytes was cut */
      }
    return ''
  })
  // Records that this page writes end with a result, or in SGF with a parenthesis.
  const ends = text.trimStart().startsWith('(;')
    ? /\)\s*$/
    : text.startsWith('[')
      ? /(\*|1-0|0-1|1\/2-1\/2)\s*$/
      : /$/
  return { text: text.replace(/%[\da-f]?$/i, ''), whole: whole && ends.test(text) }
}
