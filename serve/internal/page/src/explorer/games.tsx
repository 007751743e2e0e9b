// The games of a position or structure, by pages.

import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { type Games, type ListedGame, type Query, type Side, url } from '../api'
import { date, games, result, sortedBy } from '../format'
import { firstSide, type GameName, words } from '../game'
import { Answer, Choice, Lines, Pager } from '../parts'
import type { Go, State } from '../state'

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
        <Choice
          label="Order"
          value={state.order}
          of={[
            ['rating', 'Top'],
            ['recent', 'Recent'],
          ]}
          onChange={(order) => go({ order, skip: 0 })}
        />
        {features.includes('prepare') && (
          <button type="button" onClick={() => go({ prepare: firstSide(game) })}>
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
                <Table game={game} data={data} onOpen={(game, ply) => go({ game, node: ply })} />
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
  value: (g: ListedGame) => string | number | undefined
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
const allColumns: Column[] = [
  {
    name: 'white',
    head: 'White',
    value: (g) => g.white.name,
    cell: (g) => (
      <span class={g.winner === 'white' ? 'name won' : 'name'}>
        {name(g.white)}
        {rating(g.white)}
      </span>
    ),
  },
  {
    name: 'black',
    head: 'Black',
    value: (g) => g.black.name,
    cell: (g) => (
      <span class={g.winner === 'black' ? 'name won' : 'name'}>
        {name(g.black)}
        {rating(g.black)}
      </span>
    ),
  },
  { name: 'result', head: 'Result', value: (g) => g.score ?? g.result, cell: (g) => result(g.score ?? g.result) },
  { name: 'played', head: 'Move', value: (g) => g.san, cell: (g) => g.san },
  { name: 'event', head: 'Event', value: (g) => g.event, cell: (g) => g.event },
  { name: 'when', head: 'Date', value: (g) => day(g) || undefined, cell: (g) => date(day(g)) },
]

/** Table lists games in the server's order, or sorts those that are shown by a column. */
function Table(props: { game: GameName; data: Games; onOpen: (id: string, ply: number) => void }) {
  const { game, data, onOpen } = props
  // The side that moves first comes first, as in results.
  const columns = game === 'chess' ? allColumns : [allColumns[1], allColumns[0], ...allColumns.slice(2)]
  const [sort, setSort] = useState({ by: '', up: true })
  const list = useMemo(() => {
    const column = columns.find((c) => c.name === sort.by)
    return column ? sortedBy(data.games, column.value, sort.up) : data.games
  }, [data, sort])
  const part = data.total > data.games.length ? `the ${data.games.length} that are shown, ` : ''
  const head = columns.find((c) => c.name === sort.by)?.head.toLowerCase()
  const order = sort.by ? `${part}sorted by ${head}` : data.order === 'recent' ? 'latest first' : 'best rated first'
  return (
    <table class="games">
      <caption class={sort.by && part ? 'legend' : 'unseen'}>Games, {order}</caption>
      <thead>
        <tr>
          {columns.map((c) => (
            <th
              key={c.name}
              scope="col"
              class={c.name}
              aria-sort={sort.by === c.name ? (sort.up ? 'ascending' : 'descending') : undefined}>
              <button
                type="button"
                title={`Sorts the games that are shown by ${c.head.toLowerCase()}`}
                onClick={() => setSort({ by: c.name, up: sort.by === c.name ? !sort.up : c.name !== 'when' })}>
                {c.head}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((g) => (
          <tr key={g.id} title={g.event}>
            <th scope="row" class={columns[0].name}>
              <button
                type="button"
                class="open"
                aria-label={inOrder(game, g).map(rated).join(' – ')}
                onClick={() => onOpen(g.id, g.ply ?? -1)}>
                {columns[0].cell(g)}
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
        <a href={url('/export' + words[game].ending, { ...asked, by: state.by, order: state.order })} download>
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
