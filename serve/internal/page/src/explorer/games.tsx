// The games of a position or structure, by pages.

import type { ComponentChildren } from 'preact'
import { type Games, type ListedGame, type Query, type Side, url } from '../api'
import { date, games, result } from '../format'
import { firstSide, type GameName, words } from '../game'
import { Answer, Choice, Lines, Pager } from '../parts'
import type { Go, Order, State } from '../state'

export const pageSize = 50

interface Props {
  game: GameName
  state: State
  go: Go
  query: Query<Games>
  asked: Record<string, string> // the position and filters, for the links
  features: string[]
}

/** GameList shows a page of games and lets one choose which. */
export function GameList({ game, state, go, query, asked, features }: Props) {
  const by: [State['by'], string][] = [
    ['', 'This position'],
    ['pawns', 'Same pawns'],
    ['material', 'Same material'],
  ]
  return (
    <section class="panel game-list" aria-labelledby="games-title">
      <div class="panel-head">
        <h2 id="games-title">Games</h2>
        {features.includes('structure') && game === 'chess' && (
          <Choice label="Games with" value={state.by} of={by} onChange={(value) => go({ by: value, skip: 0 })} />
        )}
        <Choice<Order>
          label="Order"
          value={state.order}
          of={[
            ['rating', 'By rating'],
            ['recent', 'By date'],
            [firstSide(game), 'By name'],
          ]}
          onChange={(order) => go({ order, reverse: order === state.order && !state.reverse, skip: 0 })}
        />
        {features.includes('prepare') && (
          <button type="button" onClick={() => go({ prepare: firstSide(game), flip: firstSide(game) === 'black' })}>
            Prepare…
          </button>
        )}
      </div>
      <Answer query={query} skeleton={(g) => <Lines of={g?.games.length ?? 12} />}>
        {(data) =>
          data.total === 0 ? (
            <p class="empty">No game to list.</p>
          ) : (
            <>
              {data.signature && game === 'chess' && (
                <p class="legend">
                  {state.by === 'pawns' ? 'Pawns' : 'Material'} <code>{data.signature}</code>
                </p>
              )}
              <div class="scroll">
                <Table
                  game={game}
                  data={data}
                  state={state}
                  onOrder={(order) => go({ order, reverse: order === state.order && !state.reverse, skip: 0 })}
                  onOpen={(game, ply) => go({ game, node: ply })}
                />
              </div>
              <footer>
                {data.total > data.games.length && (
                  <Pager
                    skip={data.skip}
                    limit={data.limit}
                    shown={data.games.length}
                    total={data.total}
                    what="games"
                    onSkip={(skip) => go({ skip })}
                  />
                )}
                <Exports game={game} asked={asked} state={state} count={data.total} features={features} />
              </footer>
            </>
          )
        }
      </Answer>
    </section>
  )
}

interface Column {
  name: string
  head: string
  order: Order
  text: (g: ListedGame) => string | undefined
  cell: (g: ListedGame) => ComponentChildren
}

const day = (g: ListedGame) => g.date || g.month || String(g.year || '')

/** inOrder are the sides of a game, first the one that moves first. */
export const inOrder = (game: GameName, g: ListedGame) => (game === 'chess' ? [g.white, g.black] : [g.black, g.white])

/** rated is a name with the rating or rank, if there is one. */
export const rated = (s: Side) => [s.name, s.rank ?? s.rating].filter(Boolean).join(' ')

// A name without a space may have two lines too.
const name = (s: Side) =>
  s.name.split(/(?<=,)(?=\S)/).flatMap((part, i) => (i > 0 ? [<wbr key={i} />, part] : [part]))
const rating = (s: Side) => (s.rating ? <small class="rating"> {s.rank ?? s.rating}</small> : null)
const player = (side: 'white' | 'black', head: string): Column => ({
  name: side,
  head,
  order: side,
  text: (g) => g[side].name,
  cell: (g) => (
    <span class={g.winner === side ? 'name won' : 'name'}>
      {name(g[side])}
      {rating(g[side])}
    </span>
  ),
})
const column = (
  name: string,
  head: string,
  order: Order,
  text: Column['text'],
  cell: Column['cell'] = text,
): Column => ({ name, head, order, text, cell })
const allColumns = [
  player('white', 'White'),
  player('black', 'Black'),
  column(
    'result',
    'Result',
    'result',
    (g) => g.score ?? g.result,
    (g) => result(g.score ?? g.result),
  ),
  column('played', 'Move', 'move', (g) => g.san),
  column('event', 'Event', 'event', (g) => g.event),
  column('when', 'Date', 'recent', day, (g) => date(day(g))),
]

/** ordering says how games are ordered. */
const ordering = (order: string, reverse: boolean) => {
  if (order === 'rating') return reverse ? 'worst rated first' : 'best rated first'
  if (order === 'recent') return reverse ? 'earliest first' : 'latest first'
  return `by ${allColumns.find((c) => c.order === order)?.head.toLowerCase()}${reverse ? ', from Z to A' : ''}`
}

interface TableProps {
  game: GameName
  data: Games
  state: State
  onOrder: (order: Order) => void
  onOpen: (id: string, ply: number) => void
}

/** Table lists games in the server's order; the heads of its columns choose which. */
function Table({ game, data, state, onOrder, onOpen }: TableProps) {
  // The side that moves first comes first, as in results.
  const columns = game === 'chess' ? allColumns : [allColumns[1], allColumns[0], ...allColumns.slice(2)]
  const { order, reverse } = state
  const up = order === 'recent' ? reverse : !reverse
  return (
    <table class="games">
      <caption class="unseen">Games, {ordering(order, reverse)}</caption>
      <thead>
        <tr>
          {columns.map((c) => (
            <th
              key={c.name}
              scope="col"
              class={c.name}
              aria-sort={order === c.order ? (up ? 'ascending' : 'descending') : undefined}>
              <button
                type="button"
                title={`Orders all games ${c.order === 'recent' ? 'by date' : ordering(c.order, false)}`}
                onClick={() => onOrder(c.order)}>
                {c.head}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.games.map((g) => (
          <tr key={g.id} title={g.event}>
            <th scope="row" class={columns[0].name}>
              <button type="button" class="open" onClick={() => onOpen(g.id, g.ply ?? -1)}>
                {columns[0].cell(g)}
                <span class="unseen"> – {rated(inOrder(game, g)[1])}</span>
              </button>
            </th>
            {columns.slice(1).map((c) => (
              <td key={c.name} class={c.name}>
                {c.cell(g)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Exports({
  game,
  asked,
  state,
  count,
  features,
}: {
  game: GameName
  asked: Record<string, string>
  state: State
  count: number
  features: string[]
}) {
  return (
    <p class="exports">
      {features.includes('export' + words[game].ending) && (
        <a
          href={url('/export' + words[game].ending, {
            ...asked,
            by: state.by,
            order: state.order,
            reverse: state.reverse ? 'true' : '',
          })}
          download>
          Download {games(count)} as {words[game].records}
        </a>
      )}
      {features.includes('export.bin') && state.by === '' && (
        <a href={url('/export.bin', asked)} download>
          … as a Polyglot book
        </a>
      )}
    </p>
  )
}
