// The line that led to the position, its buttons, and the field for moves, FEN and PGN.

import { useRef, useState } from 'preact/hooks'
import type { Line } from '../chess'
import { read, startFEN } from '../chess'
import { Copy } from '../parts'
import type { Go, State } from '../state'

interface Props {
  state: State
  go: Go
  fen: string // on the board
  length: number // of the line or game, in moves
  at: number
  onStep: (at: number) => void
  announce: (text: string) => void
}

/** Controls steps through the line and turns the board. */
export function Controls({ state, go, length, at, onStep }: Omit<Props, 'fen' | 'announce'>) {
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
      <button type="button" aria-pressed={state.flip} onClick={() => go({ flip: !state.flip }, 'replace')}>
        Turn board
      </button>
    </div>
  )
}

/** LineMoves lists the moves of the line; each goes to its position. */
export function LineMoves({ line, at, onStep }: { line: Line; at: number; onStep: (at: number) => void }) {
  if (line.steps.length === 0) return null
  return (
    <ol class="line" aria-label="Moves of the line">
      {line.steps.map((s, i) => (
        <li key={i}>
          {(i === 0 || s.number.endsWith('.')) && <span class="move-number">{s.number}</span>}
          <button
            type="button"
            class={i >= at ? 'later' : ''}
            aria-current={i === at - 1 ? 'step' : undefined}
            onClick={() => onStep(i + 1)}>
            {s.san}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Entry takes moves, a FEN or a PGN as text. */
export function Entry({
  fen,
  go,
  state,
  announce,
  onMoves,
}: Pick<Props, 'fen' | 'go' | 'state' | 'announce'> & { onMoves: (m: string[]) => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState('')
  const [note, setNote] = useState('')
  const enter = () => {
    const input = read(field.current!.value, fen)
    setProblem(input.kind === 'problem' ? input.problem : '')
    setNote(input.kind === 'line' ? input.title : '')
    if (input.kind === 'problem') return
    field.current!.value = ''
    if (input.kind === 'moves') {
      onMoves(input.moves)
      return
    }
    announce(input.title)
    go({ fen: input.fen, play: input.moves, at: input.moves.length, game: '', node: -1, skip: 0 })
  }
  return (
    <form
      class="entry"
      onSubmit={(e) => {
        e.preventDefault()
        enter()
      }}>
      <label for="entry">Move, FEN or PGN</label>
      <div class="row">
        <textarea
          id="entry"
          ref={field}
          rows={1}
          placeholder="Nf3, or paste a position or a game"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== ''}
          aria-describedby="entry-problem"
          enterkeyhint="go"
          onKeyDown={(e) => {
            if (e.key === 'Enter' && !e.shiftKey) {
              e.preventDefault()
              enter()
            }
          }}
        />
        <button type="submit">Go</button>
      </div>
      <p id="entry-problem" class={problem ? 'problem' : 'hint'} role="status">
        {problem || note}
      </p>
      <div class="row fen">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label="FEN of the position">
          {fen}
        </code>
        <Copy text={() => fen}>Copy FEN</Copy>
        <Copy text={() => location.href}>Copy link</Copy>
        {(fen !== startFEN || state.play.length > 0) && (
          <button type="button" onClick={() => go({ fen: '', play: [], at: 0, game: '', node: -1, skip: 0 })}>
            New
          </button>
        )}
      </div>
    </form>
  )
}
