// What the opening book has for the position.

import type { Book } from '../api'
import { percent } from '../format'

/** BookTable lists the moves of the book, if it has any; without an answer its place stays empty. */
export function BookTable({ book, onPlay }: { book?: Book; onPlay: (uci: string) => void }) {
  return (
    <section class="panel" aria-labelledby="book-title">
      <div class="panel-head">
        <h2 id="book-title">Book</h2>
        <span class="muted">{book?.name}</span>
      </div>
      {!book ? null : book.entries.length === 0 ? (
        <p class="empty">The book does not have this position.</p>
      ) : (
        <table class="book">
          <caption class="unseen">Moves of the opening book</caption>
          <thead>
            <tr>
              <th scope="col">Move</th>
              <th scope="col" class="number">
                Weight
              </th>
              <th scope="col" class="number">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {book.entries.map((e) => (
              <tr key={e.uci}>
                <th scope="row">
                  <button type="button" class="move" onClick={() => onPlay(e.uci)}>
                    {e.san}
                  </button>
                </th>
                <td class="number">{e.weight}</td>
                <td class="number">{percent(e.share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {book && book.illegal.length > 0 && (
        <p class="problem">
          Under this position’s key the book also has moves that are not legal here:{' '}
          {book.illegal.map((m) => m.move).join(', ')}. They belong to another position with the same key.
        </p>
      )}
    </section>
  )
}
