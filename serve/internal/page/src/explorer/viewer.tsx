// A game with its comments, clocks and variations.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ListedGame } from '../api'
import { date, result } from '../format'
import { type GameName, words } from '../game'
import { Copy, Lines } from '../parts'
import { inOrder, rated } from './games'
import { glyphs, type Node, remarks, type Score } from '../tree'
import { Graph, type Mark, type Worths } from './worth'

interface Props {
  game: GameName
  score: Score
  text: string
  node: Node // on the board
  here: number // the move of the position that was looked for, −1 if not known
  before?: () => void // opens the game before it in the list
  after?: () => void
  worths?: Worths
  busy: boolean // the server analyses the position
  onNode: (id: number) => void
  onExplore: () => void
  onClose: () => void
}

/** Viewer shows a game; its moves go to their positions. */
export function Viewer(props: Props) {
  const { game, score, text, node, here, before, after, worths, busy, onNode, onExplore, onClose } = props
  const title = useRef<HTMLHeadingElement>(null)
  const moves = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), [score])
  useEffect(() => {
    const now = moves.current?.querySelector<HTMLElement>('[aria-current]')
    if (now) moves.current!.scrollTop = Math.max(0, now.offsetTop - moves.current!.clientHeight / 2)
  }, [node.id])
  const t = score.tags
  const known = (name: string) => (t[name] && !/^[?.-]+$/.test(t[name]) ? t[name] : '')
  const [first, second] = game === 'chess' ? ['White', 'Black'] : ['Black', 'White']
  return (
    <section class="panel viewer" aria-labelledby="game-title">
      <div class="panel-head">
        <h2 id="game-title" ref={title} tabIndex={-1}>
          {known(first) || first} <small>{known(first + 'Elo')}</small> – {known(second) || second}{' '}
          <small>{known(second + 'Elo')}</small>
          <span class="result">{result(score.result)}</span>
        </h2>
        <span class="choice">
          <button type="button" aria-label="Previous game" disabled={!before} onClick={before}>
            Previous
          </button>
          <button type="button" aria-label="Next game" disabled={!after} onClick={after}>
            Next
          </button>
        </span>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <p class="muted">
        {[
          known('Event'),
          known('Round') && `round ${known('Round')}`,
          known('Site'),
          date(known('Date')),
          known('ECO'),
          ...terms(t),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div class="score" ref={moves} tabIndex={0} role="group" aria-label="Moves of the game">
        {score.root.comment && <p class="comment">{remarks(score.root.comment).text}</p>}
        <div class="main-line">
          <Moves
            from={score.root}
            due
            at={node}
            here={here}
            marks={worths?.marks}
            depth={0}
            onNode={(n) => onNode(n.id)}
          />{' '}
          <b>{result(score.result)}</b>
        </div>
      </div>
      {worths && <Graph worths={worths} node={node} busy={busy} onNode={onNode} />}
      {score.problem && <p class="problem">{score.problem}. What stands before it is shown.</p>}
      <p class="exports">
        <button type="button" onClick={onExplore}>
          Explore from here
        </button>
        <Copy text={() => text}>{`Copy ${words[game].records}`}</Copy>
      </p>
    </section>
  )
}

/** Opening is a game that is on its way, with the names that the list has for it. */
export function Opening({ game, listed, onClose }: { game: GameName; listed?: ListedGame; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <section class="panel awaited" aria-labelledby="game-title" aria-busy="true">
      <div class="panel-head">
        <h2 id="game-title" ref={title} tabIndex={-1}>
          {listed ? inOrder(game, listed).map(rated).join(' – ') : 'Loading…'}
        </h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <div class="waiting">
        <Lines of={12} />
      </div>
    </section>
  )
}

/** terms are what an SGF says of a game of Go. */
function terms(t: Record<string, string>): string[] {
  return [t.HA && t.HA !== '0' && `handicap ${t.HA}`, t.KM && `komi ${t.KM}`, t.RU].filter(
    (s) => typeof s === 'string',
  )
}

interface MovesProps {
  from: Node
  due: boolean
  at: Node
  here?: number
  marks?: Map<Node, Mark>
  depth: number
  onNode: (node: Node) => void
}

/** Moves writes the line after a node, variations after the move that they replace. */
export function Moves({ from, due, at, here, marks, depth, onNode }: MovesProps) {
  const out = []
  let number = due // Black's move needs a number too: at the start and after an interruption
  for (let n: Node | undefined = from.children[0]; n; n = n.children[0]) {
    const variations: Node[] = n.parent!.children[0] === n ? n.parent!.children.slice(1) : []
    out.push(
      <Word
        key={n.id}
        node={n}
        number={number || n.number.endsWith('.')}
        at={at}
        here={here}
        mark={marks?.get(n)}
        onNode={onNode}
      />,
      ' ',
    )
    number = variations.length > 0 || remarks(n.comment).text !== ''
    for (const v of variations) {
      out.push(
        <div key={'v' + v.id} class={depth < 3 ? 'variation' : ''}>
          {'( '}
          <Word node={v} number={true} at={at} here={here} onNode={onNode} />{' '}
          <Moves
            from={v}
            due={remarks(v.comment).text !== ''}
            at={at}
            here={here}
            depth={depth + 1}
            onNode={onNode}
          />
          {')'}
        </div>,
        ' ',
      )
    }
  }
  return <>{out}</>
}

interface WordProps {
  node: Node
  number: boolean
  at: Node
  here?: number
  mark?: Mark
  onNode: (node: Node) => void
}

function Word({ node, number, at, here, mark, onNode }: WordProps) {
  const { clock, evaluation, text } = remarks(node.comment)
  const before = remarks(node.before).text
  return (
    <>
      {before && <span class="comment">{before} </span>}
      <span
        class={node.id === here ? 'word here' : 'word'}
        title={node.id === here ? 'The position looked for' : undefined}>
        {number && <span class="move-number">{node.number}</span>}
        <button type="button" aria-current={node === at ? 'step' : undefined} onClick={() => onNode(node)}>
          {node.san}
          {glyphs(node)}
        </button>
        {mark?.novelty && (
          <span class="novelty" title="Novelty: no earlier game of the index has this position">
            N
          </span>
        )}
        {mark?.sign && (
          <span class="mistake" title={mark.text}>
            {glyphs(node).includes('?') ? '▼' : mark.sign}
            <span class="unseen"> {mark.text}</span>
          </span>
        )}
        {evaluation && (
          <span class="evaluation" title="Evaluation">
            {evaluation}
          </span>
        )}
        {clock && (
          <span class="clock" title="Clock">
            {clock}
          </span>
        )}
      </span>
      {text && <span class="comment"> {text}</span>}
    </>
  )
}
