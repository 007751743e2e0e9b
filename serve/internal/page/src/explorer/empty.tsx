// Why a position has no moves to show, and the way out.

import { type Players, type Position, url, useQuery } from '../api'
import { games, total, type Unit } from '../format'
import type { Filters, Go } from '../state'

/** Nothing says why no move is listed. */
export function Nothing({
  position,
  unit,
  filters,
  go,
}: {
  position: Position
  unit: Unit
  filters: Filters
  go: Go
}) {
  const part = unit === 'corner' ? 'corner' : 'position'
  const filtered = Object.keys(filters).length > 0
  const n = position.games ?? total(position)
  const asks = n === 0 && filters.player ? url('/players', { name: filters.player, limit: 1 }) : ''
  const players = useQuery<Players>(asks)
  return (
    <div class="empty">
      <p>
        {n > 0
          ? `${games(n, unit)} ${n === 1 ? 'ends' : 'end'} here; none goes on.`
          : players.data?.total === 0
            ? `No player’s name is or begins with “${filters.player}”.`
            : filtered
              ? `No game under these filters has this ${part}.`
              : `No game has this ${part}.`}
      </p>
      {filtered && (
        <button type="button" onClick={() => go({ filters: {}, skip: 0 })}>
          Show all games
        </button>
      )}
    </div>
  )
}
