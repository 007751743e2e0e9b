import type { RefObject } from 'preact'

/** Help explains the keys and the words. */
export function Help({ dialog, version }: { dialog: RefObject<HTMLDialogElement | null>; version?: string }) {
  return (
    <dialog ref={dialog} class="help-text" aria-labelledby="help-title">
      <h2 id="help-title">Help</h2>
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
        <dd>to the field for moves, FEN and PGN; a move is played with Enter</dd>
        <dt>
          <kbd>Tab</kbd> <kbd>Enter</kbd>
        </dt>
        <dd>through the moves and games, and to play or open one</dd>
        <dt>
          <kbd>f</kbd>
        </dt>
        <dd>turn the board</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>leave a field, close a game or this help</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>this help</dd>
      </dl>
      <h3>Two numbers for a move</h3>
      <p>
        <b>Played here</b> counts the games that chose the move in the position on the board.{' '}
        <b>Reaches this position</b> counts all games that have the position after the move, also those that came to
        it by other moves. So the second number is never below the first, and the position after the move shows the
        second as its number of games.
      </p>
      <p>A game counts once in a position. Games that end in a position play no move there.</p>
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
