import type { RefObject } from 'preact'
import { type GameName, words } from './game'

/** Help explains the keys and the words. */
export function Help({
  dialog,
  version,
  game,
  features,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  version?: string
  game: GameName
  features: string[]
}) {
  const { records } = words[game]
  return (
    <dialog ref={dialog} class="help-text" aria-labelledby="help-title">
      <h2 id="help-title" tabIndex={-1} autofocus>
        Help
      </h2>
      <h3>Keyboard</h3>
      <dl class="shortcuts">
        <dt>
          <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>back or on one move</dd>
        <dt>
          <kbd>Home</kbd> <kbd>End</kbd>
        </dt>
        <dd>to the start or end of the line</dd>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>to the field for moves, positions and {records}; a move is played with Enter</dd>
        <dt>
          <kbd>Tab</kbd> <kbd>Enter</kbd>
        </dt>
        <dd>through the moves and games, and to play or open one</dd>
        <dt>
          <kbd>f</kbd>
        </dt>
        <dd>turn the board</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>z</kbd>
        </dt>
        <dd>undo New, Delete, Promote, a comment, a position that was set up, or another text</dd>
        <dt>
          <kbd>Ctrl</kbd> <kbd>y</kbd>
        </dt>
        <dd>do it again</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>leave a field, close a game or this help</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>this help</dd>
      </dl>
      <h3>The table of moves</h3>
      <p>
        <b>Games</b> counts the games that chose the move in the position on the board, and <b>Share</b> is their part
        of all. <b>Reaches</b> appears if more games have the position after the move: they came to it by other moves.{' '}
        <b>Score</b> is what the side that made the move scored, a draw counted as half. <b>Rating</b> is the mean
        rating of the players who made it
        {game !== 'baduk' && (
          <>
            , <b>Perf.</b> the rating at which they scored, if ratings are known
          </>
        )}
        . A game counts once in a position.
      </p>
      <h3>Your own moves</h3>
      <p>
        Every line that you play stays in the tree under the board until you delete it, begin anew, or open a{' '}
        {records} or another first position. The tree lasts as long as the tab. What is pasted or dropped anywhere on
        the page is read: moves, a position, a {records}
        {game === 'chess' && ', a link of a page for analysis'}. The wheel over the board steps through the line. A
        board of Go or draughts takes the arrow keys and Enter while it has the focus.
        {game === 'chess' && (
          <>
            {' '}
            The right button draws arrows and circles on the board. <b>Set up</b> puts any position on it.
          </>
        )}
      </p>
      {game === 'baduk' && (
        <p>
          A click plays a stone, or places or erases one: then the board is a new first position. Boards that a turn
          or a reflection makes equal are one, so are moves, and pointing at a move shows all of its points. In a
          corner of 11×11 or 9×9 points a position counts whoever is to move and with the colours exchanged; what
          follows is the next stone in that corner.
        </p>
      )}
      <h3>Prepare</h3>
      <p>
        <b>Prepare…</b> over the games takes a player and a colour: an opponent, to see where the points are lost and
        which replies would be new; or yourself, to see what to mend. The table of moves then has the player beside
        everyone. The lists have the positions that most of the player’s games come to, first those that cost most
        points. <b>Others</b> is what others score with the move, <b>Usual</b> what they score in the position with
        all moves, both on the player’s side. <b>Lost</b> is the number of games times what others score in the
        position less what the move scores. That is the player’s own score, taken with the results of others for the
        move as ten more games, and less what the player scores above others in general. A move with which the player
        scores at least what is usual loses nothing. A reply is expected as often as others play it. Filters hold for
        all these games.
      </p>
      {features.includes('analysis') && (
        <>
          <h3>Analysis</h3>
          <p>
            The searcher of zobrist works on one processor of the server for 20 seconds. At a tenth of a second a move
            it scored 92 % of 200 games against Stockfish 16 set to Elo 2300; Stockfish at full strength is far
            stronger. Scores are for White, in pawns.
          </p>
        </>
      )}
      <h3>Links</h3>
      <p>
        The address holds the position, the filters and the game that is open. Nothing leaves this machine: the page
        talks to the zobrist server alone. The interface is described in <a href="./openapi.json">openapi.json</a>;
        the licences of the libraries are in <a href="./LICENSES.txt">LICENSES.txt</a>.
        {version && ` This is zobrist ${version}.`}
      </p>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  )
}
