// What to look at before a game: where a player loses points, and what the player has never met.

import { useState } from 'preact/hooks'
import { type Failure, type Players, type Position, type Prepared, type PreparedMove, url, useQuery } from '../api'
import { problemOf } from '../chess'
import { blackToMove, firstSide, type GameName, gameOf, moveNumber, words } from '../game'
import { games, integer, percent, score, total, type Unit } from '../format'
import { Answer, Choice, Lines } from '../parts'
import { conditions, type Go, type State } from '../state'
import { PlayerField } from './filters'
import { Value } from './moves'
import { ambiguous, Remedies } from './remedies'

interface Props {
  game: GameName
  state: State
  go: Go
  features: string[]
}

const white: ['white', string] = ['white', 'White']
const black: ['black', string] = ['black', 'Black']
const colour = (side: State['prepare']) => (side === 'black' ? 'Black' : 'White')

/** standing says how the player of a preparation does in a position. */
export function standing(state: State, p: Position, unit: Unit): string {
  const n = p.games ?? total(p)
  const points = total(p) > 0 ? `, scores ${percent(score(p, state.prepare === 'black'))}` : ''
  return `${state.who} with ${colour(state.prepare)}: ${n === 0 ? `no ${unit} here` : games(n, unit) + points}`
}

/** Prepare chooses a player and a colour, and lists the moves to look at. */
export function Prepare({ game, state, go, features }: Props) {
  const [moves, setMoves] = useState('10')
  const { player: _, color: __, white: ___, black: ____, ...others } = conditions(state.filters)
  const query = useQuery<Prepared>(
    state.who &&
      url('/prepare', {
        fen: state.fen,
        ...others,
        player: state.who,
        color: state.prepare || 'white',
        plies: 2 * Number(moves),
      }),
  )
  return (
    <section class="panel game-list prepare" aria-labelledby="prepare-title">
      <div class="panel-head">
        <h2 id="prepare-title">Prepare</h2>
        <button type="button" onClick={() => go({ prepare: '', who: '' })}>
          Close
        </button>
      </div>
      <form onSubmit={(e) => e.preventDefault()}>
        <PlayerField
          id="prepare-players"
          label="Player"
          value={state.who}
          suggest={features.includes('players')}
          onChange={(who) => go({ who })}
        />
        <div>
          <span class="label">Plays</span>
          <Choice
            label="Colour of the player"
            value={state.prepare || 'white'}
            of={firstSide(game) === 'white' ? [white, black] : [black, white]}
            onChange={(prepare) => go({ prepare, flip: prepare === 'black' })}
          />
        </div>
        <label>
          Look at
          <select value={moves} onChange={(e) => setMoves(e.currentTarget.value)}>
            {['5', '8', '10', '15', '20'].map((n) => (
              <option key={n} value={n}>
                {n} moves
              </option>
            ))}
          </select>
        </label>
      </form>
      {!state.who && (
        <p class="empty">
          Choose an opponent, to see where the points are lost and which replies are new to them; or yourself, to see
          what to mend.
        </p>
      )}
      {query.failure?.status === 400 ? (
        <Refused failure={query.failure} state={state} go={go} />
      ) : query.failure?.status === 404 ? (
        <NoGame state={state} />
      ) : (
        state.who && (
          <Answer query={query} alert skeleton={() => <Lines of={10} />}>
            {(p) =>
              p.games === 0 ? <NoGame state={state} /> : <Report prepared={p} game={game} state={state} go={go} />
            }
          </Answer>
        )
      )}
    </section>
  )
}

/** Refused shows what the server said of the question, and what would help. */
function Refused({ failure, state, go }: { failure: Failure; state: State; go: Go }) {
  const names = ambiguous(failure.reason)
  return (
    <div class="empty">
      <p>{names.length > 0 ? 'Several players have such a name:' : problemOf(failure)}</p>
      {names.length > 0 ? (
        <p class="names">
          {names.map((name) => (
            <button key={name} type="button" onClick={() => go({ who: name })}>
              {name}
            </button>
          ))}
        </p>
      ) : (
        <Remedies failure={failure} state={state} go={go} />
      )}
    </div>
  )
}

function NoGame({ state }: { state: State }) {
  const players = useQuery<Players>(url('/players', { name: state.who, limit: 1 }))
  const filtered = Object.keys(state.filters).length > 0 || state.fen !== ''
  return (
    <p class="empty" role="status">
      {players.data?.total === 0
        ? `No player’s name is or begins with “${state.who}”.`
        : `${state.who} has no game with ${colour(state.prepare)}${filtered ? ' from this start under these filters' : ''}.`}
    </p>
  )
}

const share = (x: number | null) => (x === null ? '–' : percent(x))

/** numberOf is the number of a move, "3." or "3…", that many moves after a position. In Go each move has its own. */
function numberOf(fen: string, moves: number): string {
  if (gameOf(fen) === 'baduk') return moves + 1 + '.'
  const n = moves + (blackToMove(fen) === (gameOf(fen) === 'chess') ? 1 : 0)
  return parseInt(moveNumber(fen, 0)) + Math.floor(n / 2) + (n % 2 ? '…' : '.')
}

function lineOf(fen: string, line: string[]): string {
  if (line.length === 0) return 'in the first position'
  const numbered = line.map((san, i) => {
    const number = numberOf(fen, i)
    return i === 0 || number.endsWith('.') ? `${number} ${san}` : san
  })
  return 'after ' + numbered.join(' ')
}

interface ReportProps {
  prepared: Prepared
  game: GameName
  state: State
  go: Go
}

function Report({ prepared: p, game, state, go }: ReportProps) {
  const [unmet, setUnmet] = useState(false)
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="What to look at">
      <p class="legend">
        {games(p.games)} with {colour(state.prepare)}: {state.who} scores {share(p.score)}, others {share(p.others)}.{' '}
        {integer(p.positions)} positions were looked at{p.more && ', and rarer ones left out'}.{' '}
        <button
          type="button"
          class="link"
          onClick={() =>
            go({
              prepare: '',
              who: '',
              filters: { ...state.filters, player: state.who, color: state.prepare },
              skip: 0,
            })
          }>
          Show the games
        </button>
      </p>
      <Choice
        label="What to look at"
        value={unmet ? 'unmet' : 'lost'}
        of={[
          ['lost', 'Moves that lose points'],
          ['unmet', 'Replies never met'],
        ]}
        onChange={(what) => setUnmet(what === 'unmet')}
      />
      <List
        moves={(unmet ? p.unmet : p.moves).filter((m) => m.lost >= 0.05).slice(0, 25)}
        fen={state.fen || words[game].start}
        unmet={unmet}
        onShow={(m) => go({ play: m.play, at: m.play.length, skip: 0 })}
      />
    </div>
  )
}

interface ListProps {
  moves: PreparedMove[]
  fen: string
  unmet: boolean
  onShow: (m: PreparedMove) => void
}

function List({ moves, fen, unmet, onShow }: ListProps) {
  if (moves.length === 0)
    return (
      <p class="empty">
        {unmet ? 'No reply that was never met costs points.' : 'No move in these positions loses points.'}
      </p>
    )
  const valued = moves.some((m) => m.value)
  const column = (head: string, text: string, name = '') => (
    <th scope="col" class={'number ' + name} title={text}>
      {head}
    </th>
  )
  return (
    <table class="look">
      <caption class="unseen">{unmet ? 'Replies never met' : 'Moves that lose points'}</caption>
      <thead>
        <tr>
          <th scope="col">Move</th>
          {unmet
            ? column('Expected', 'Games that would have the reply, were it as frequent as with others', 'often')
            : column('Games', 'Games of the player with the move, of those with the position', 'often')}
          {!unmet && column('Score', 'What the player scores with the move')}
          {column('Others', 'What others score in this position with the move, on the player’s side', 'others')}
          {column('Usual', 'What others score in this position, on the player’s side', 'usual')}
          {valued &&
            column(
              'Value',
              'Stored value of the position after the move, for White, in pawns. Point at one for its depth',
            )}
          {column('Lost', 'Points that the move costs in all these games; Help says how they are counted')}
        </tr>
      </thead>
      <tbody>
        {moves.map((m) => {
          const before = lineOf(fen, m.line)
          const move = numberOf(fen, m.line.length) + ' ' + m.san
          return (
            <tr key={[...m.play, m.uci].join()}>
              <th scope="row">
                <button
                  type="button"
                  class="open"
                  aria-label={`${move} ${before}`}
                  title={before}
                  onClick={() => onShow(m)}>
                  <b>{move}</b> <small class="muted">{before}</small>
                </button>
              </th>
              <td class="number often">
                {unmet ? m.games.toFixed(1) : m.games} <small class="muted">of {m.of}</small>
              </td>
              {!unmet && <td class="number">{share(m.score)}</td>}
              <td class="number others" title={games(m.others.games)}>
                {share(m.others.score)}
              </td>
              <td class="number usual">{share(m.expected)}</td>
              {valued && <td class="number worth">{m.value ? <Value of={m.value} /> : '–'}</td>}
              <td class="number">{m.lost.toFixed(1)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
