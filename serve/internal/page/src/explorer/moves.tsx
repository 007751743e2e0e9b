// The table of moves of a position.

import { type ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Counts, Move, Position, Worth } from '../api'
import { beyond, compact, games, integer, percent, score, sortedBy, total, type Unit } from '../format'
import { pointOf } from '../game'
import { Bar } from '../parts'
import { value as written } from './analysis'
import { lettersOf } from './goban'

interface Props {
  position: Position
  unit: Unit
  theirs?: Position // of the player that is prepared for
  who: string
  side: string // of that player
  number: string // "3." or "3…"
  black: boolean // to move
  onPlay: (uci: string) => void
  onPoint: (uci: string) => void // '' when the pointer or focus leaves
}

const played = (m: Counts & { games?: number }) => m.games ?? total(m)
const byBlack = (m: Move, p: Props) => (/^[BW] /.test(m.san) ? m.san[0] === 'B' : p.black) // in a corner of Go
const more = (m: Move) => m.reaches !== undefined && m.reaches > played(m)
const unknown = (
  <span class="muted" aria-label="not known">
    –
  </span>
)

interface Column {
  name: string
  head: string
  title: string
  value: (m: Move, p: Props) => number | string | undefined // to sort by
  cell: (m: Move, p: Props) => ComponentChildren
  text?: boolean
  sums?: boolean // the row of the sum has it
}

/** worth is the stored value of a move. */
const worth = (m: { uci: string }, p: { position: Position }) =>
  p.position.evaluation?.moves.find((v) => v.uci === m.uci)

/** rankOf orders values: a mate in fewer moves is more. */
const rankOf = (w: Worth) => (w.mate !== undefined ? Math.sign(w.mate) * 1e9 - w.mate : (w.cp ?? 0))

/** inWords is a stored value, and where it comes from. */
export const inWords = (w: Worth & { source?: string }) =>
  `stored value ${written({ score: w.cp, mate: w.mate })}` +
  (w.depth ? `, depth ${w.depth}` : '') +
  (w.source ? `, of ${w.source}` : '')

export const Value = ({ of }: { of: Worth }) => (
  <span title={inWords(of)}>{written({ score: of.cp, mate: of.mate })}</span>
)

const own = (m: Move, p: Props) => (m.uci === sum ? p.theirs : p.theirs?.moves.find((o) => o.uci === m.uci))

/** sum is the sign of the row with the sum of all moves. */
const sum = 'Σ'

/** sumOf is what all moves have together. Means are of the whole position or not known. */
function sumOf(p: Props): Move {
  const add = (value: (m: Move) => number) => p.position.moves.reduce((n, m) => n + value(m), 0)
  return {
    uci: sum,
    san: sum,
    white: add((m) => m.white),
    draws: add((m) => m.draws),
    black: add((m) => m.black),
    games: add(played),
    lastYear: Math.max(...p.position.moves.map((m) => m.lastYear ?? 0)),
  }
}
const columns: Column[] = [
  {
    name: 'opening',
    head: 'Opening',
    title: 'The name of the position after the move',
    text: true,
    value: (m) => m.opening?.name,
    cell: (m, p) => beyond(m.opening?.name, p.position.opening?.name),
  },
  {
    name: 'own',
    sums: true,
    head: 'Player',
    title: 'Games of the player that is prepared for with the move, and what this player scores in them',
    value: (m, p) => (own(m, p) && played(own(m, p)!)) || 0,
    cell: (m, p) => {
      const o = own(m, p)
      if (!o) return <span class="muted">0</span>
      const points = total(o) > 0 && percent(score(o, p.side === 'black'))
      return (
        <span title={`${p.who}: ${games(played(o), p.unit)}`}>
          <b>{compact(played(o))}</b> {points && <small>{points}</small>}
        </span>
      )
    },
  },
  {
    name: 'played',
    sums: true,
    head: 'Games',
    title: 'Games that chose the move in this position',
    value: played,
    cell: (m) => <span title={integer(played(m))}>{compact(played(m))}</span>,
  },
  {
    name: 'share',
    sums: true,
    head: 'Share',
    title: 'Share of the games of this position that chose the move',
    value: played,
    cell: (m, p) => percent(played(m) / (p.position.games || total(p.position) || 1)),
  },
  {
    name: 'reaches',
    head: 'Reaches',
    title: 'Games with the position after the move, by whatever order of moves, if they are more',
    value: (m) => m.reaches,
    cell: (m) => more(m) && <span title={integer(m.reaches!)}>{compact(m.reaches!)}</span>,
  },
  {
    name: 'results',
    sums: true,
    head: 'Results',
    title: 'White won, drawn, Black won, of 100 games with a result. Sorts by the games that White won',
    text: true,
    value: (m) => (total(m) ? m.white / total(m) : undefined),
    cell: (m) => <Bar counts={m} />,
  },
  {
    name: 'points',
    sums: true,
    head: 'Score',
    title: 'Points of the side that made the move, of 100 games',
    value: (m, p) => (total(m) ? score(m, byBlack(m, p)) : undefined),
    cell: (m, p) => {
      if (m.uci === sum && p.unit === 'corner') return unknown // both sides made the moves
      return total(m) ? percent(score(m, byBlack(m, p))) : unknown
    },
  },
  {
    name: 'value',
    sums: true,
    head: 'Value',
    title: 'Stored value of the move for White, in pawns. Point at one for the depth of its search',
    value: (m, p) => {
      const w = worth(m, p)
      return w && rankOf(w)
    },
    cell: (m, p) => {
      if (m.uci === sum)
        return p.position.evaluation?.depth !== undefined ? <Value of={p.position.evaluation} /> : unknown
      const w = worth(m, p)
      return w ? <Value of={w} /> : unknown
    },
  },
  {
    name: 'rating',
    head: 'Rating',
    title: 'Mean rating of the players who made the move',
    value: (m) => m.averageRating || undefined,
    cell: (m) => m.averageRank || m.averageRating || unknown,
  },
  {
    name: 'performance',
    head: 'Perf.',
    title: 'Performance: the rating that scores as the players who made the move did, by FIDE’s table',
    value: (m) => m.performance || undefined,
    cell: (m) => m.performance || unknown,
  },
  {
    name: 'last',
    sums: true,
    head: 'Last',
    title: 'Year of the last game with the move',
    value: (m) => m.lastYear || undefined,
    cell: (m) => m.lastYear || unknown,
  },
]

/** MoveTable lists the moves with their counts. A row is a button that plays its move. */
export function MoveTable(props: Props) {
  const { position, unit, number, onPlay, onPoint } = props
  const counted = (text: string) =>
    unit === 'game' ? text : text.replaceAll('Games', 'Corners').replaceAll('games', 'corners')
  const [sort, setSort] = useState({ by: 'played', up: false })
  const ended = position.ended ?? 0
  const shown = shownColumns(props)
  const moves = useMemo(() => sorted(props, sort), [position, props.theirs, sort, props.black])
  const row = { number, onPlay, onPoint }
  const letters = useMemo(() => lettersOf(position), [position]) // of Go
  const head = (name: string, text: string, title: string, words: boolean) => (
    <th
      key={name}
      scope="col"
      class={words ? 'by-' + name : 'by-' + name + ' number'}
      aria-sort={sort.by === name ? (sort.up ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        title={title}
        onClick={() =>
          setSort({ by: name, up: sort.by === name ? !sort.up : name === 'move' || name === 'opening' })
        }>
        {text}
      </button>
    </th>
  )
  return (
    <table class="moves">
      <caption class="unseen">Moves played in this position</caption>
      {position.moves.length > 0 && (
        <thead>
          <tr>
            {head('move', 'Move', 'The move', true)}
            {shown.map((c) => head(c.name, counted(c.head), counted(c.title), c.text ?? false))}
          </tr>
        </thead>
      )}
      <tbody>
        {moves.map((m) => (
          <Row
            key={m.uci}
            {...row}
            letter={letters.get(pointOf(m.uci))}
            move={m}
            under={beyond(m.opening?.name, position.opening?.name)}>
            {shown.map((c) => (
              <td
                key={c.name}
                class={c.text ? c.name : c.name + ' number'}
                title={c.name === 'opening' ? m.opening?.name : undefined}>
                {c.cell(m, props)}
              </td>
            ))}
          </Row>
        ))}
      </tbody>
      <Others {...row} position={position} unit={unit} width={shown.length + 1} />
      <Valued {...row} position={position} width={shown.length + 1} />
      {position.moves.length > 0 && (
        <tfoot>
          <tr class="sum">
            <th scope="row">
              {sum}
              <span class="unseen"> All moves</span>
            </th>
            {shown.map((c) => (
              <td key={c.name} class={c.text ? c.name : c.name + ' number'}>
                {c.sums && c.cell(sumOf(props), props)}
              </td>
            ))}
          </tr>
          {ended > 0 && (
            <tr>
              <td colSpan={shown.length + 1}>
                {games(ended, unit)} {ended === 1 ? 'ends' : 'end'} here.
              </td>
            </tr>
          )}
        </tfoot>
      )}
    </table>
  )
}

/** shownColumns are the columns that have something to show. */
function shownColumns(props: Props): Column[] {
  const { moves: all } = props.position
  return columns.filter(
    (c) =>
      (c.name !== 'reaches' || all.some(more)) &&
      (c.name !== 'own' || props.theirs) &&
      (c.name !== 'value' || props.position.evaluation) &&
      (all.length === 0 || c.name === 'results' || all.some((m) => c.value(m, props) !== undefined)) && // not all dashes
      (c.name !== 'performance' || !all.some((m) => m.averageRank !== undefined)) && // of Go, which has ranks
      (c.name !== 'opening' || !/^([BW] )?([A-T]\d+|pass|setup)$/.test(all[0]?.san ?? '')),
  )
}

interface RowProps {
  number: string
  onPlay: (uci: string) => void
  onPoint: (uci: string) => void
}

/** Row is a move with the cells after it. */
function Row({
  number,
  letter,
  move,
  under,
  children,
  onPlay,
  onPoint,
}: RowProps & {
  letter?: string // of its point on the board
  move: { uci: string; san: string }
  under?: string
  children: ComponentChildren
}) {
  const point = () => onPoint(move.uci)
  const leave = () => onPoint('')
  return (
    <tr onMouseEnter={point} onMouseLeave={leave} onFocusCapture={point} onBlurCapture={leave}>
      <th scope="row">
        <button
          type="button"
          class="move"
          onClick={(e) => e.detail < 2 && onPlay(move.uci) /* a double click plays one move */}>
          <span class="move-number">{number}</span>
          {move.san}
          {under && <small class="under">{under}</small>}
          {letter && <span class="letter">{letter}</span>}
        </button>
      </th>
      {children}
    </tr>
  )
}

/** Others are the moves that no game played here, to positions that games have. */
function Others({ position, unit, width, ...row }: RowProps & { position: Position; unit: Unit; width: number }) {
  const others = (position.transpositions ?? []).filter((t) => t.reaches > 0)
  if (others.length === 0) return null
  return (
    <tbody class="others">
      <tr>
        <th scope="rowgroup" colSpan={width}>
          Not played here, but reached by other moves
        </th>
      </tr>
      {others.map((t) => (
        <Row key={t.uci} {...row} move={t}>
          <td colSpan={width - 1} class="reached" title={t.opening?.name}>
            {['reached by ' + games(t.reaches, unit), beyond(t.opening?.name, position.opening?.name)]
              .filter(Boolean)
              .join(' · ')}
          </td>
        </Row>
      ))}
    </tbody>
  )
}

/** Valued are the other moves with a stored value. */
function Valued({ position, width, ...row }: RowProps & { position: Position; width: number }) {
  const listed = new Set([...position.moves, ...(position.transpositions ?? [])].map((m) => m.uci))
  const others = (position.evaluation?.moves ?? []).filter((m) => !listed.has(m.uci))
  if (others.length === 0) return null
  return (
    <tbody class="others valued">
      <tr>
        <th scope="rowgroup" colSpan={width}>
          In no game here, but with a stored value
        </th>
      </tr>
      {others.map((m) => (
        <Row key={m.uci} {...row} move={m}>
          <td colSpan={width - 1} class="reached">
            {written({ score: m.cp, mate: m.mate })}
            {!!m.depth && ` · depth ${m.depth}`}
          </td>
        </Row>
      ))}
    </tbody>
  )
}

function sorted(p: Props, sort: { by: string; up: boolean }): Move[] {
  const column = columns.find((c) => c.name === sort.by)
  return sortedBy(p.position.moves, (m) => (column ? column.value(m, p) : m.san), sort.up)
}
