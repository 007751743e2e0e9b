// The line that led to the position, its buttons, and the field for moves, FEN and PGN.

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { problemOf, read, type Step, type Text } from '../chess'
import { type GameName, gameOf, isStart, words } from '../game'
import { Copy } from '../parts'
import type { Go, State } from '../state'
import { named, end, type Node, path, type Score, scoreOf, write } from '../tree'
import { typing } from './hooks'
import type { Tree } from './tree'
import { Moves } from './viewer'

interface Props {
  state: State
  go: Go
  length: number // of the line or game, in moves
  at: number
  onStep: (at: number) => void
  children?: ComponentChildren // more buttons
}

/** Controls steps through the line and turns the board. */
export function Controls({ state, go, length, at, onStep, children }: Props) {
  const button = (label: string, path: string, to: number) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={to === at || to < 0 || to > length}
      onClick={() => onStep(to)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
  return (
    <div class="controls" role="group" aria-label="Steps">
      {button('To the start', 'M4 3v10M12 3L6 8l6 5', 0)}
      {button('Back one move', 'M10.5 3L5 8l5.5 5', at - 1)}
      {button('On one move', 'M5.5 3L11 8l-5.5 5', at + 1)}
      {button('To the end', 'M12 3v10M4 3l6 5-6 5', length)}
      <button
        type="button"
        class="turn"
        aria-pressed={state.flip}
        onClick={() => go({ flip: !state.flip }, 'replace')}>
        Turn board
      </button>
      {children}
    </div>
  )
}

/** LineMoves shows the reader's own tree; each move goes to its position. */
export function LineMoves({ tree, at, onNode }: { tree: Tree; at: Node; onNode: (node: Node) => void }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (now) list.current!.scrollTop = Math.max(0, now.offsetTop - list.current!.clientHeight / 2)
  }, [at])
  const { root } = tree.score
  return (
    <div class="line score" ref={list} role="group" aria-label="Moves of the line" tabIndex={0}>
      {root.comment && <p class="comment">{root.comment}</p>}
      <div class="main-line">
        <Moves from={root} due at={at} depth={0} onNode={onNode} />
      </div>
    </div>
  )
}

interface EntryProps {
  game: GameName
  fen: string // on the board
  tree: Tree
  node?: Node // of the tree, on the board
  announce: (text: string) => void
  onMoves: (steps: Step[]) => void
  onSetUp?: () => void // opens the editor of positions, which chess has
}

/** Entry takes moves, a FEN, a game or a link as text, pasted anywhere or dropped; and has the tools of the tree. */
export function Entry({ game, fen, tree, node, announce, onMoves, onSetUp }: EntryProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState('')
  const [note, setNote] = useState('')
  const { records, text: position, hint } = words[game]
  const enter = async (text: string | Blob) => {
    let input
    try {
      input = await read(text, fen)
    } catch (e) {
      setProblem(problemOf(e))
      return
    }
    field.current!.value = ''
    setProblem(input.problem ? `${input.problem}. What stands before it is shown.` : '')
    setNote('')
    if (input.kind === 'moves') return onMoves(input.moves)
    const title = input.kind === 'game' ? titleOf(input) : 'Position set.'
    setNote(title)
    announce(title)
    tree.replace(scoreOf(input))
  }
  useAnywhere((text) => void enter(text))
  return (
    <form
      class="entry"
      onSubmit={(e) => {
        e.preventDefault()
        void enter(field.current!.value)
      }}>
      <TreeTools game={game} tree={tree} node={node} onFile={enter} onSetUp={onSetUp} />
      <label for="entry">{game === 'chess' ? 'Move, FEN, PGN or link' : `Move, ${position} or ${records}`}</label>
      <div class="row">
        <textarea
          id="entry"
          ref={field}
          rows={1}
          placeholder={hint}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== ''}
          aria-describedby="entry-problem"
          enterkeyhint="go"
          onKeyDown={(e) => {
            if (e.key === 'Enter' && !e.shiftKey) {
              e.preventDefault()
              void enter(e.currentTarget.value)
            }
          }}
        />
        <button type="submit">Go</button>
      </div>
      <p id="entry-problem" class={problem ? 'problem' : 'hint'} role="status">
        {problem || note}
      </p>
      <Copies game={game} fen={fen} tree={tree} />
    </form>
  )
}

interface ToolsProps {
  game: GameName
  tree: Tree
  node?: Node
  onFile: (file: Blob) => Promise<void>
  onSetUp?: () => void
}

/** TreeTools change the tree at a move, open a file, and save the tree. */
function TreeTools({ game, tree, node, onFile, onSetUp }: ToolsProps) {
  const [remark, setRemark] = useState<Node>()
  useEffect(() => setRemark(undefined), [node])
  const { records, ending, accept } = words[game]
  const move = node?.parent ? node : undefined // buttons without one stay where they are
  const file = async (e: Event) => {
    const input = e.currentTarget as HTMLInputElement
    if (input.files?.[0]) await onFile(input.files[0])
    input.value = ''
  }
  return (
    <>
      {remark && (
        <Remark
          key={remark.id}
          node={remark}
          onDone={(text) => {
            if (text !== remark.comment) tree.comment(remark, text)
            setRemark(undefined)
          }}
        />
      )}
      <div class="row tools">
        <button type="button" disabled={!tree.undo} title="Ctrl+Z" onClick={tree.undo}>
          Undo
        </button>
        <button type="button" disabled={!tree.redo} title="Ctrl+Y" onClick={tree.redo}>
          Redo
        </button>
        <button
          type="button"
          id="remark"
          disabled={!move}
          title="Comment on the move on the board"
          onClick={() => setRemark(remark ? undefined : move)}>
          Comment
        </button>
        <button
          type="button"
          disabled={!move || path(move).every((n) => n.parent!.children[0] === n)}
          onClick={() => tree.promote(move!)}>
          Promote
        </button>
        <button type="button" disabled={!move} onClick={() => tree.remove(move!)}>
          Delete
        </button>
        {onSetUp && (
          <button type="button" id="set-up" onClick={onSetUp}>
            Set up
          </button>
        )}
        <label class="load">
          Open {records} <input type="file" accept={accept} onChange={file} />
        </label>
        {tree.score.root.children.length > 0 && (
          <a download={'moves' + ending} href="#" onClick={(e) => save(e.currentTarget, write(tree.score))}>
            Save {records}
          </a>
        )}
      </div>
    </>
  )
}

/** Remark is the comment on a move, of several lines. Ctrl+Enter and leaving the field keep it, Esc does not. */
function Remark({ node, onDone }: { node: Node; onDone: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const ended = useRef(false) // a field that goes away loses the focus too
  useEffect(() => field.current!.focus(), [])
  const name = `Comment on ${node.san}`
  const leave = (text: string) => {
    if (!ended.current) onDone(text)
    ended.current = true
  }
  return (
    <div class="row remark">
      <textarea
        ref={field}
        rows={3}
        aria-label={name}
        placeholder={`Comment on ${node.number} ${node.san}; Ctrl+Enter keeps it`}
        defaultValue={node.comment}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) leave(e.currentTarget.value.trim())
          else if (e.key === 'Escape') leave(node.comment)
          else return
          e.preventDefault()
          e.stopPropagation()
          document.getElementById('remark')!.focus()
        }}
        onBlur={(e) => leave(e.currentTarget.value.trim())}
      />
      <button type="button">Done</button>
    </div>
  )
}

/** Copies shows the text of the position, copies it or a link, and begins a new tree. */
function Copies({ game, fen, tree }: { game: GameName; fen: string; tree: Tree }) {
  return (
    <div class="row fen">
      <input
        type="text"
        readOnly
        value={fen}
        aria-label={game === 'baduk' ? 'Text of the position' : 'FEN of the position'}
        onFocus={(e) => e.currentTarget.select()}
      />
      <Copy text={() => fen}>{`Copy ${words[game].text}`}</Copy>
      <Copy text={() => linkOf(tree.score)}>Copy link</Copy>
      {(!isStart(fen) || tree.score.root.children.length > 0) && (
        <button type="button" onClick={tree.clear}>
          New
        </button>
      )}
    </div>
  )
}

function titleOf(text: Text): string {
  const tags = named(text.tags ?? {})
  const name = (side: string) => (tags[side] && tags[side] !== '?' ? tags[side] : side)
  const [first, second] = gameOf(text.fen) === 'chess' ? ['White', 'Black'] : ['Black', 'White']
  const known = name('White') !== 'White' || name('Black') !== 'Black'
  const who = known ? `${name(first)} – ${name(second)}: ` : ''
  let main = 0
  while (main < text.moves.length && text.moves[main].parent === main) main++
  return `${who}${main} moves, counting both sides.${text.more ? ' Only the first game is shown.' : ''}`
}

/** linkOf is the page's address, with the whole tree if that is more than the line in it. */
function linkOf(score: Score): string {
  const bare = (n: Node): boolean => n.children.length < 2 && n.comment === '' && n.nags.length === 0
  const plain = bare(score.root) && path(end(score.root)).every(bare)
  return location.href.replace(/#.*/, '') + (plain ? '' : '#pgn=' + encodeURIComponent(write(score)))
}

/** save lets a link download a text. */
function save(link: HTMLAnchorElement, text: string) {
  if (link.href.startsWith('blob:')) URL.revokeObjectURL(link.href)
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
}

/** useAnywhere takes what is pasted outside of fields, and what is dropped. */
function useAnywhere(enter: (text: string | Blob) => void) {
  useLayoutEffect(() => {
    const pasted = (e: ClipboardEvent) => {
      const text = e.clipboardData?.getData('text/plain')
      if (!text || typing(e.target)) return
      e.preventDefault()
      enter(text)
    }
    const over = (e: DragEvent) => e.preventDefault()
    const dropped = (e: DragEvent) => {
      e.preventDefault()
      const file = e.dataTransfer?.files[0]
      const text = file ?? e.dataTransfer?.getData('text/plain')
      if (text) enter(text)
    }
    addEventListener('paste', pasted)
    addEventListener('dragover', over)
    addEventListener('drop', dropped)
    return () => {
      removeEventListener('paste', pasted)
      removeEventListener('dragover', over)
      removeEventListener('drop', dropped)
    }
  })
}
