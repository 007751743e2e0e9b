// What is beside a board of draughts: how a click counts.

import { blackToMove, words } from '../game'
import { Choice } from '../parts'

/** A Man is what a click does: it plays, sets a piece, black or white and in capitals a king, or takes it away. */
export type Man = 'play' | 'b' | 'B' | 'w' | 'W' | ''

interface Props {
  fen: string // on the board
  man: Man
  onMan: (man: Man) => void
  onSet: (fen: string) => void
}

/** DraughtsTools plays or sets pieces, changes the side to move, and empties the board. */
export function DraughtsTools({ fen, man, onMan, onSet }: Props) {
  return (
    <div class="board-tools">
      <div class="row">
        <Choice<Man>
          label="A click"
          value={man}
          of={[
            ['play', 'Play'],
            ['b', 'Black man'],
            ['B', 'Black king'],
            ['w', 'White man'],
            ['W', 'White king'],
            ['', 'Erase'],
          ]}
          onChange={onMan}
        />
        <button type="button" onClick={() => onSet((blackToMove(fen) ? 'W' : 'B') + fen.slice(1))}>
          {blackToMove(fen) ? 'Let White move' : 'Let Black move'}
        </button>
        <button type="button" onClick={() => onSet(fen[0] + ':W:B')}>
          Empty board
        </button>
        <button type="button" onClick={() => onSet(words.checkers.start)}>
          Start position
        </button>
      </div>
    </div>
  )
}
