// A finished example: two positions with one hash under Polyglot's keys, and how XOR comes to that.

import { useEffect, useState } from 'preact/hooks'
import { Diagram } from '../board/diagram'

// The set of nine keys is one that `zobrist keys collide polyglot` printed; the keys are Polyglot's, by feature number.
const start = { fen: '1R3Nk1/8/2r5/8/8/1R3R2/8/6K1 w - - 0 1', hash: 0x92e8cb5a2e33f835n }
const steps: { square: string; piece: string; name: string; key: bigint }[] = [
  { square: 'b8', piece: 'R', name: 'white rook b8', key: 0x03219a39ee587a30n },
  { square: 'f8', piece: 'N', name: 'white knight f8', key: 0x93c42566aef98ffbn },
  { square: 'b3', piece: 'R', name: 'white rook b3', key: 0x9e17e49642a3e4c1n },
  { square: 'c6', piece: 'r', name: 'black rook c6', key: 0xa44cfe79ae538bben },
  { square: 'f3', piece: 'R', name: 'white rook f3', key: 0x66b4835d9eafea22n },
  { square: 'c6', piece: 'N', name: 'white knight c6', key: 0x7a249a57ec0c9ba2n },
  { square: 'd6', piece: 'B', name: 'white bishop d6', key: 0xc678b6d860284a1cn },
  { square: 'g6', piece: 'P', name: 'white pawn g6', key: 0xef927dbcf00c20f2n },
  { square: 'f3', piece: 'r', name: 'black rook f3', key: 0x9fc477de4ed681dan },
]
const removed = 5 // the first so many steps take a piece away, the others put one on the board

const hex = (n: bigint) => n.toString(16).padStart(16, '0')

/** boardAfter is the position after some steps. */
function boardAfter(n: number): string {
  const squares = new Map<string, string>()
  start.fen
    .split(' ')[0]
    .split('/')
    .forEach((row, r) => {
      let file = 0
      for (const c of row) {
        if (c >= '1' && c <= '8') file += Number(c)
        else squares.set('abcdefgh'[file++] + (8 - r), c)
      }
    })
  steps.slice(0, n).forEach((s, i) => (i < removed ? squares.delete(s.square) : squares.set(s.square, s.piece)))
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
    [...'abcdefgh'].map((file) => squares.get(file + rank) ?? '1').join(''),
  )
  return rows.join('/').replace(/1+/g, (ones) => String(ones.length)) + ' w - - 0 1'
}

/** Example plays from one position to the other, key by key. */
export function Example() {
  const [at, setAt] = useState(0)
  const [plays, setPlays] = useState(false)
  useEffect(() => {
    if (!plays) return
    if (at === steps.length) return setPlays(false)
    const timer = setTimeout(() => setAt(at + 1), 900)
    return () => clearTimeout(timer)
  }, [plays, at])
  const hash = steps.slice(0, at).reduce((h, s) => h ^ s.key, start.hash)
  const last = steps[at - 1]
  return (
    <section class="panel example" aria-labelledby="example-title">
      <div class="panel-head">
        <h2 id="example-title">An example: two boards, one hash</h2>
        <button type="button" onClick={() => (at === steps.length ? setAt(0) : setAt(at + 1))}>
          {at === steps.length ? 'Again' : 'Next key'}
        </button>
        <button type="button" disabled={at === steps.length} onClick={() => setPlays(!plays)}>
          {plays ? 'Pause' : 'Play'}
        </button>
      </div>
      <p class="legend">
        A hash is the XOR of the keys of all pieces. Here five pieces leave the board and four others come. Each
        changes the hash by its key, and together their nine keys, of Polyglot’s table, are zero: the hash comes back.
      </p>
      <div class="pair">
        <figure>
          <Diagram fen={boardAfter(at)} marked={last ? [last.square] : []} label={`After ${at} of 9 keys`} />
          <figcaption>
            after {at} of {steps.length} keys
          </figcaption>
        </figure>
        <figure>
          <Diagram fen={boardAfter(steps.length)} marked={[]} label="The other position" />
          <figcaption>the other position</figcaption>
        </figure>
      </div>
      <ol class="xor">
        <li>
          <span>the first position</span> <code>{hex(start.hash)}</code>
        </li>
        {steps.slice(0, at).map((s, i) => (
          <li key={s.name}>
            <span>
              {i < removed ? '−' : '+'} {s.name}
            </span>{' '}
            <code>⊕ {hex(s.key)}</code>
          </li>
        ))}
        <li class={hash === start.hash ? 'same' : ''} aria-live="polite">
          <span>{at === steps.length ? 'the same hash' : 'the hash now'}</span> <code>= {hex(hash)}</code>
        </li>
      </ol>
    </section>
  )
}

/** impossible are the names of features that no legal position has, such as a pawn on a1. */
export function impossible(names: string[]): string[] {
  return names.filter((n) => /pawn [a-h][18]$/.test(n))
}
