// The games of a position or structure, by pages.

import type { Games, Query } from '../api'
import { url } from '../api'
import { date, games, result } from '../format'
import { Answer, Choice, Pager } from '../parts'
import type { Go, State } from '../state'

export const pageSize = 12

interface Props {
  state: State
  go: Go
  query: Query<Games>
  asked: Record<string, string> // the position and filters, for the links
  features: string[]
}

/** GameList shows a page of games and lets one choose which. */
export function GameList({ state, go, query, asked, features }: Props) {
  const by: [State['by'], string][] = [
    ['', 'This position'],
    ['pawns', 'Same pawns'],
    ['material', 'Same material'],
  ]
  return (
    <section class="panel" aria-labelledby="games-title">
      <div class="panel-head">
        <h2 id="games-title">Games</h2>
        {features.includes('structure') && (
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
      </div>
      <Answer query={query}>
        {(data) =>
          data.total === 0 ? (
            <p class="empty">No game matches.</p>
          ) : (
            <>
              {data.signature && (
                <p class="legend">
                  {state.by === 'pawns' ? 'Pawns' : 'Material'} <code>{data.signature}</code>
                </p>
              )}
              <Table data={data} onOpen={(game, ply) => go({ game, node: ply })} />
              <Pager
                skip={data.skip}
                limit={data.limit}
                shown={data.games.length}
                total={data.total}
                what="games"
                onSkip={(skip) => go({ skip })}
              />
              <Exports asked={asked} state={state} count={data.total} features={features} />
            </>
          )
        }
      </Answer>
    </section>
  )
}

function Table({ data, onOpen }: { data: Games; onOpen: (id: string, ply: number) => void }) {
  const rating = (n: number | null) => (n ? <small class="rating"> {n}</small> : null)
  return (
    <table class="games">
      <caption class="unseen">Games, {data.order === 'recent' ? 'latest' : 'best rated'} first</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">Game</th>
          <th scope="col">Move</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {data.games.map((g) => (
          <tr key={g.id}>
            <th scope="row">
              <button type="button" class="open" onClick={() => onOpen(g.id, g.ply ?? -1)}>
                <span class={g.winner === 'white' ? 'won' : ''}>
                  {g.white.name}
                  {rating(g.white.rating)}
                </span>
                <span class="dash"> – </span>
                <span class={g.winner === 'black' ? 'won' : ''}>
                  {g.black.name}
                  {rating(g.black.rating)}
                </span>
                <span class="when">{[date(g), g.event].filter(Boolean).join(' · ')}</span>
              </button>
            </th>
            <td class="played">{g.san}</td>
            <td class="result">{result(g.result)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Exports({
  asked,
  state,
  count,
  features,
}: {
  asked: Record<string, string>
  state: State
  count: number
  features: string[]
}) {
  return (
    <p class="exports">
      {features.includes('export.pgn') && (
        <a href={url('/export.pgn', { ...asked, by: state.by, order: state.order })} download>
          Download {games(count)} as PGN
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
