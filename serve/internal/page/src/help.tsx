import type { RefObject } from 'preact'
import { familyOf, words } from './game'

/** Help explains the keys and the words. */
export function Help({
  dialog,
  version,
  name,
  features,
}: {
  dialog: RefObject<HTMLDialogElement | null>
  version?: string
  name?: string // of the game that the index holds, such as crazyhouse
  features: string[]
}) {
  const game = familyOf(name)
  const standard = (name ?? 'chess') === 'chess'
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
        {standard && (
          <>
            {' '}
            <b>Value</b> appears if the server has evaluations: the stored value of the move for White, in pawns.
            Point at one for its depth and source.
          </>
        )}{' '}
        The head of a column sorts by it, and the other way round if it is pressed again.
      </p>
      <h3>Games</h3>
      <p>
        The heads of the list order all games of the position, not only those on the page. In a game that is open,{' '}
        <b>N</b> marks the first move after which no game of an earlier date has the position.
        {game === 'chess' && (
          <>
            {' '}
            The bars under its moves are values that are stored or stand in the record. Point at a bar for its value
            and source.{features.includes('analysis') && ' A button searches the positions without one.'} <b>?</b>{' '}
            marks a move that costs a tenth of the game or more, <b>??</b> one that costs a fifth or more; <b>▼</b>{' '}
            stands beside a ? of the record. That counts the points which White may expect: half of them in an equal
            game, 64 % with a pawn more.
          </>
        )}
      </p>
      <h3>Your own moves</h3>
      <p>
        Every line that you play stays in the tree under the board until you delete it, begin anew, or open a{' '}
        {records} or another first position. The tree lasts as long as the tab. What is pasted or dropped anywhere on
        the page is read: moves, a position, a {records}
        {game === 'chess' && ', a link of a page for analysis'}. The wheel over the board steps through the line. The
        board takes the arrow keys and Enter while it has the focus.
        {game === 'chess' && ' The right button draws arrows and circles on it.'}
        {standard && (
          <>
            {' '}
            <b>Set up</b> puts any position on it.
          </>
        )}
        {name === 'crazyhouse' && ' A click on a piece beside the board and then on a square drops it.'}{' '}
        <b>Comment</b> writes a remark on the move on the board, and <b>Promote</b> makes its line the main one.
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
        everyone. The lists have the positions that most of the player’s games come to, first the ones that cost most
        points. <b>Others</b> is what others score with the move, <b>Usual</b> what they score in the position with
        all moves, both on the player’s side. <b>Lost</b> counts points: the number of the player’s games with the
        move, times what others score in the position less what the move scores. The score of the move is the player’s
        own, with the results of others for the move as ten more games, less what the player scores above others in
        general. A move with which the player scores at least what is usual loses nothing. A reply is expected as
        often as others play it. Filters hold for all these games.
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
      <h3>Window and links</h3>
      <p>
        In a wide window the bars between the panels can be dragged, or moved by the arrow keys; a double click or
        Enter brings the usual sizes back. The address holds the position, the filters and the game that is open. The
        page talks to its zobrist server alone. The interface is described in{' '}
        <a href="./openapi.json">openapi.json</a>; the licences of the libraries are in{' '}
        <a href="./LICENSES.txt">LICENSES.txt</a>.{version && ` This is zobrist ${version}.`}
      </p>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  )
}
