// The table of moves of a position.

import type { Move, Position } from '../api'
import { compact, games, integer, percent, total } from '../format'
import { Bar } from '../parts'

interface Props {
  position: Position
  number: string // "3." or "3…"
  onPlay: (uci: string) => void
  onPoint: (uci: string) => void // '' when the pointer or focus leaves
}

const played = (m: Move) => m.games ?? total(m)

/** MoveTable lists the moves with their counts. "Played here" and "reaches" are two different things. */
export function MoveTable({ position, number, onPlay, onPoint }: Props) {
  const all = position.games ?? total(position)
  const others = (position.transpositions ?? []).filter((t) => t.reaches > 0)
  const ended = position.ended ?? 0
  const point = (uci: string) => ({
    onMouseEnter: () => onPoint(uci),
    onMouseLeave: () => onPoint(''),
    onFocusCapture: () => onPoint(uci),
    onBlurCapture: () => onPoint(''),
  })
  if (position.moves.length === 0 && others.length === 0) {
    return (
      <p class="empty">
        {ended > 0
          ? `${games(ended)} ${ended === 1 ? 'ends' : 'end'} here; none goes on.`
          : 'No game has this position.'}
      </p>
    )
  }
  return (
    <>
      <div class="scroll">
        <table class="moves">
          <caption class="unseen">Moves played in this position</caption>
          <thead>
            <tr>
              <th scope="col">Move</th>
              <th scope="col" class="number" aria-describedby="legend">
                Played here
              </th>
              <th scope="col" class="number" aria-describedby="legend">
                Reaches this position
              </th>
              <th scope="col" class="results">
                White won · drawn · Black won
              </th>
              <th scope="col" class="number">
                Rating
              </th>
              <th scope="col" class="number">
                Last
              </th>
            </tr>
          </thead>
          <tbody>
            {position.moves.map((m) => (
              <tr key={m.uci} {...point(m.uci)}>
                <th scope="row">
                  <button type="button" class="move" title={m.opening?.name} onClick={() => onPlay(m.uci)}>
                    <span class="move-number">{number}</span>
                    {m.san}
                  </button>
                </th>
                <td class="number" title={integer(played(m))}>
                  {compact(played(m))} <small>{all > 0 ? percent(played(m) / all) : ''}</small>
                </td>
                <td class="number" title={m.reaches !== undefined ? integer(m.reaches) : ''}>
                  {m.reaches === undefined ? '' : compact(m.reaches)}
                </td>
                <td class="results">
                  <Bar counts={m} />
                </td>
                <td class="number">
                  {m.averageRating || (
                    <span class="muted" aria-label="not known">
                      –
                    </span>
                  )}
                </td>
                <td class="number">
                  {m.lastYear || (
                    <span class="muted" aria-label="not known">
                      –
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          {others.length > 0 && (
            <tbody class="others">
              <tr>
                <th scope="rowgroup" colSpan={6}>
                  Not played here, but reached by other moves
                </th>
              </tr>
              {others.map((t) => (
                <tr key={t.uci} {...point(t.uci)}>
                  <th scope="row">
                    <button type="button" class="move" onClick={() => onPlay(t.uci)}>
                      <span class="move-number">{number}</span>
                      {t.san}
                    </button>
                  </th>
                  <td class="number muted">0</td>
                  <td class="number" title={integer(t.reaches)}>
                    {compact(t.reaches)}
                  </td>
                  <td colSpan={3} class="muted opening-after">
                    {t.opening?.name}
                  </td>
                </tr>
              ))}
            </tbody>
          )}
        </table>
      </div>
      <p class="legend" id="legend">
        <b>Played here</b>: games that chose the move in this very position. <b>Reaches this position</b>: games with
        the position after it, by whatever order of moves.
        {ended > 0 && ` ${games(ended)} ${ended === 1 ? 'ends' : 'end'} here.`}
      </p>
    </>
  )
}
