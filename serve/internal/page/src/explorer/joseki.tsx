// How a corner of Go goes on: the usual sequences, for whom, and in which years.

import { useEffect, useState } from 'preact/hooks'
import { type Counts, json, type Position, request, url } from '../api'
import { games, integer, percent, total } from '../format'
import { Bar } from '../parts'
import { conditions, type State } from '../state'
import type { Spot } from './spot'

/**
 * A Sequence is the moves that are played most after one another, until half of the corners have no further stone, or
 * the next move is no longer usual: in one corner, or in fewer than one of 20 in which the first was played.
 */
interface Sequence extends Counts {
  moves: string[]
  corners: number // with the last position
  ended: number // of these
  years: string
}

const most = 5 // sequences
const longest = 24 // moves

interface Props {
  state: State
  spot: Spot
  corner: string
  position: Position
  onPlay: (moves: string[]) => void
}

/** Joseki lists the sequences when it is opened, because each takes several questions. */
export function Joseki({ state, spot, corner, position, onPlay }: Props) {
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<{ of: string; list: Sequence[] }>({ of: '', list: [] })
  const asked = { ...conditions(state.filters), by: state.by, corner, history: 'true' }
  const address = (play: string[]) => url('/position', { fen: spot.start, play: play.join(','), ...asked })
  const of = address(spot.play)
  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const get = (play: string[]) => request(address(play), { signal: stop.signal }).then(json) as Promise<Position>
    const all = async () => {
      const list: Sequence[] = []
      for (const m of position.moves.filter((m) => /\d$/.test(m.uci)).slice(0, most)) {
        list.push(await follow(m.uci, spot.play, get))
        setFound({ of, list: [...list] })
      }
    }
    void all().catch(() => {}) // those that were found are shown
    return () => stop.abort()
  }, [open, of])
  const list = found.of === of ? found.list : []
  return (
    <details class="joseki" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>How this corner goes on</summary>
      {open && list.length === 0 && (
        <p class="muted">{position.moves.length > 0 ? 'Looking…' : 'No corner goes on.'}</p>
      )}
      {list.length > 0 && (
        <table class="sequences">
          <caption class="unseen">Usual sequences in this corner</caption>
          <thead>
            <tr>
              <th scope="col">Sequence</th>
              <th scope="col" class="number">
                Corners
              </th>
              <th scope="col" class="number" title="Corners of these without a further stone">
                End
              </th>
              <th scope="col">Results</th>
              <th scope="col">Years</th>
            </tr>
          </thead>
          <tbody>
            {list.map((s) => (
              <tr key={s.moves[0]}>
                <th scope="row">
                  <button type="button" class="link" onClick={() => onPlay(s.moves)}>
                    {s.moves.join(' ')}
                  </button>
                </th>
                <td class="number">{integer(s.corners)}</td>
                <td class="number" title={`${games(s.ended, 'corner')} of ${integer(s.corners)}`}>
                  {percent(s.ended / (s.corners || 1))}
                </td>
                <td class="results">
                  <Bar counts={s} />
                </td>
                <td>{s.years}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}

/** follow plays the most frequent answers after a move. */
async function follow(move: string, before: string[], get: (play: string[]) => Promise<Position>): Promise<Sequence> {
  const moves = [move]
  let least = 0
  for (;;) {
    const p = await get([...before, ...moves])
    const corners = p.games ?? total(p)
    const ended = p.ended ?? 0
    least ||= Math.max(2, corners / 20)
    const next = p.moves.find((m) => /\d$/.test(m.uci))
    const rare = !next || (next.games ?? total(next)) < least
    if (rare || 2 * ended >= corners || moves.length === longest)
      return { moves, corners, ended, white: p.white, draws: p.draws, black: p.black, years: yearsOf(p) }
    moves.push(next.uci)
  }
}

/** yearsOf says from when to when, and the year with most. */
function yearsOf(p: Position): string {
  const years = (p.history ?? []).filter((y) => y.year > 0 && total(y) > 0)
  if (years.length === 0) return '–'
  const [first, last] = [years[0].year, years[years.length - 1].year]
  if (first === last) return `${first}: ${total(years[0])}`
  const peak = years.reduce((a, b) => (total(b) > total(a) ? b : a))
  return `${first}–${last}, most in ${peak.year}: ${total(peak)}`
}
