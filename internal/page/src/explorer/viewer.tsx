// A game with its comments, clocks and variations.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { result } from '../format'
import { Copy } from '../parts'
import { type Node, path, type Score } from '../pgn'

interface Props {
  score: Score
  text: string
  node: Node // on the board
  onNode: (id: number) => void
  onExplore: () => void
  onClose: () => void
}

/** Viewer shows a game; its moves go to their positions. */
export function Viewer({ score, text, node, onNode, onExplore, onClose }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const moves = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => title.current?.focus(), [score])
  useEffect(() => {
    const now = moves.current?.querySelector<HTMLElement>('[aria-current]')
    if (now) moves.current!.scrollTop = Math.max(0, now.offsetTop - moves.current!.clientHeight / 2)
  }, [node.id])
  const t = score.tags
  const known = (name: string) => (t[name] && !/^[?.-]+$/.test(t[name]) ? t[name] : '')
  const date = known('Date')
    .replace(/\.\?\?/g, '')
    .replaceAll('.', '-')
  return (
    <section class="panel viewer" aria-labelledby="game-title">
      <div class="panel-head">
        <h2 id="game-title" ref={title} tabIndex={-1}>
          {known('White') || 'White'} <small>{known('WhiteElo')}</small> – {known('Black') || 'Black'}{' '}
          <small>{known('BlackElo')}</small>
          <span class="result">{result(score.result)}</span>
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <p class="muted">
        {[known('Event'), known('Round') && `round ${known('Round')}`, known('Site'), date, known('ECO')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div class="score" ref={moves} tabIndex={0} role="group" aria-label="Moves of the game">
        {score.root.comment && <p class="comment">{score.root.comment}</p>}
        <div class="main-line">
          <Moves from={score.root} due at={node} depth={0} onNode={onNode} /> <b>{result(score.result)}</b>
        </div>
      </div>
      {score.problem && <p class="problem">{score.problem} The rest of that line is left out.</p>}
      <p class="exports">
        <button type="button" onClick={onExplore}>
          Explore from here
        </button>
        <Copy text={() => text}>Copy PGN</Copy>
      </p>
    </section>
  )
}

interface MovesProps {
  from: Node
  due: boolean
  at: Node
  depth: number
  onNode: (id: number) => void
}

/** Moves writes the line after a node, variations after the move that they replace. */
function Moves({ from, due, at, depth, onNode }: MovesProps) {
  const out = []
  let number = due // Black's move needs a number too: at the start and after an interruption
  for (let n: Node | undefined = from.children[0]; n; n = n.children[0]) {
    const variations: Node[] = n.parent!.children[0] === n ? n.parent!.children.slice(1) : []
    out.push(<Word key={n.id} node={n} number={number || n.number.endsWith('.')} at={at} onNode={onNode} />, ' ')
    number = variations.length > 0 || n.comment !== ''
    for (const v of variations) {
      out.push(
        <div key={'v' + v.id} class={depth < 3 ? 'variation' : ''}>
          {'( '}
          <Word node={v} number={true} at={at} onNode={onNode} />{' '}
          <Moves from={v} due={v.comment !== ''} at={at} depth={depth + 1} onNode={onNode} />
          {')'}
        </div>,
        ' ',
      )
    }
  }
  return <>{out}</>
}

function Word({ node, number, at, onNode }: { node: Node; number: boolean; at: Node; onNode: (id: number) => void }) {
  return (
    <>
      {node.before && <span class="comment">{node.before} </span>}
      <span class="word">
        {number && <span class="move-number">{node.number}</span>}
        <button type="button" aria-current={node === at ? 'step' : undefined} onClick={() => onNode(node.id)}>
          {node.san}
          {node.glyphs}
        </button>
        {node.evaluation && (
          <span class="evaluation" title="Evaluation">
            {node.evaluation}
          </span>
        )}
        {node.clock && (
          <span class="clock" title="Clock">
            {node.clock}
          </span>
        )}
      </span>
      {node.comment && <span class="comment"> {node.comment}</span>}
    </>
  )
}

/** neighbour is the move before or after a node on its own line, or the first or last one. */
export function neighbour(node: Node, step: 'first' | 'back' | 'on' | 'last', score: Score): Node {
  let n = node
  switch (step) {
    case 'first':
      return score.root
    case 'back':
      return node.parent ?? node
    case 'on':
      return node.children[0] ?? node
    case 'last':
      while (n.children[0]) n = n.children[0]
  }
  return n
}

/** played is the moves to a node in UCI notation. */
export function played(node: Node): string[] {
  return path(node).map((n) => n.uci)
}

/** find is the first move of the main line after which a game has a position, counters aside. */
export function find(score: Score, fen: string): Node | undefined {
  const key = (fen: string) => fen.split(' ').slice(0, 4).join(' ')
  for (let n: Node | undefined = score.root; n; n = n.children[0]) if (key(n.fen) === key(fen)) return n
}
