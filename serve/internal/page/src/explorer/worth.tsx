// What the positions of a game are worth, where the values fall, and which move no earlier game has.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Evaluation, request, url, type Worth } from '../api'
import { blackToMove } from '../game'
import { end, type Node, path, remarks, type Score } from '../tree'
import { type Found, foundAt, value as written } from './analysis'

/** A Known value is one of a position, with its source in words. */
export interface Known extends Worth {
  from: string // "stored, depth 36", "searched, depth 14" or "in the record"
}

/** A Mark is what stands beside a move of a game. */
export interface Mark {
  novelty?: boolean
  sign?: '?' | '??' // the value falls by the move
  text?: string // from which value to which, and where they come from
}

/** Worths are the values of a game's positions by the number of moves before them. */
export interface Worths {
  line: Node[] // the main line, with the first position
  known: (Known | undefined)[]
  marks: Map<Node, Mark>
  fill?: () => void // searches the positions without a value; missing if there is none
  filling: boolean
  expected: boolean // the server has values of the game's moves or finds them: the graph has its place before
  asked: boolean // the request for the stored values has ended, with or without success
}

const searched = 14 // plies, at which a search ends

/** useWorths asks about all positions of a game at once. */
export function useWorths(score: Score | null, node: Node | undefined, features: string[]): Worths | undefined {
  const searches = features.includes('analysis')
  const line = useMemo(() => (score ? [score.root, ...path(end(score.root))] : []), [score])
  const [stored, setStored] = useState<{ of: Score; known: (Known | undefined)[]; novelty: number }>()
  const [found, setFound] = useState<{ of: Score; known: (Known | undefined)[] }>()
  const [filling, setFilling] = useState(false)
  useEffect(() => {
    if (!score) return
    const stop = new AbortController()
    void ask(line, before(score.tags.Date ?? ''), stop.signal).then(
      (answers) => setStored({ of: score, ...answers }),
      () => !stop.signal.aborted && setStored({ of: score, known: [], novelty: -1 }), // as if there were none
    )
    setFilling(false)
    return () => stop.abort()
  }, [score])
  const mine = stored?.of === score ? stored : undefined
  const more = found?.of === score ? found.known : []
  const known = useMemo(
    () => line.map((n, i) => mine?.known[i] ?? recorded(n) ?? more[i]),
    [line, mine, more.length, found],
  )
  const lacks = (n: Node, i: number) => !known[i] && (n.children.length > 0 || !/#$/.test(n.san))
  const here = node ? line.indexOf(node) : -1 // which is searched first
  const missing = here >= 0 && lacks(node!, here) ? here : line.findIndex(lacks)
  useEffect(() => {
    if (!filling || !score || missing < 0 || !mine) return setFilling(false)
    const stop = new AbortController()
    const at = missing
    foundAt(line[at].fen, searched, stop.signal)
      .then((f) => {
        const next = [...more]
        next[at] = valueOf(f)
        setFound({ of: score, known: next })
      })
      .catch(() => !stop.signal.aborted && setFilling(false))
    return () => stop.abort()
  }, [filling, missing, score, mine])
  const marks = useMemo(() => marksOf(line, known, mine?.novelty ?? -1), [line, known, mine])
  if (!score) return undefined
  const fill = searches && mine && missing >= 0 && line.length > 1 ? () => setFilling(!filling) : undefined
  const expected = line.length > 1 && (searches || features.includes('evaluations'))
  return { line, known, marks, fill, filling, expected, asked: !!mine }
}

function valueOf(f: Found): Known {
  const [best] = f.lines
  if (!best) return { cp: 0, from: 'the game is over' }
  return { cp: best.score, mate: best.mate, from: `searched, depth ${f.depth}` }
}

/** ask returns the stored values, and the first move that no game up to a date has; "" is no date. */
async function ask(line: Node[], until: string, signal: AbortSignal) {
  const body = line.map((n) => JSON.stringify({ position: n.fen })).join('\n')
  const response = await request(url('/positions', { until, moves: 0 }), { method: 'POST', body, signal })
  const answers = (await response.text())
    .trim()
    .split('\n')
    .map((text): { games?: number; evaluation?: Evaluation } => JSON.parse(text))
  const known = answers.map(({ evaluation: e }): Known | undefined => {
    if (e?.depth === undefined) return undefined
    return { cp: e.cp, mate: e.mate, from: source(e) }
  })
  const novelty = until === '' ? -1 : answers.findIndex((a, i) => i > 0 && a.games === 0)
  return { known, novelty }
}

/** source says where a stored value comes from. */
export function source(e: Worth & { source?: string }): string {
  return 'stored' + (e.depth ? `, depth ${e.depth}` : '') + (e.source ? `, ${e.source}` : '')
}

/** recorded is the value in the comment of a move, such as [%eval 0.25]. */
function recorded(n: Node): Known | undefined {
  const text = remarks(n.comment).evaluation
  if (/^#-?\d+$/.test(text)) return { mate: Number(text.slice(1)), from: 'in the record' }
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? { cp: Math.round(100 * Number(text)), from: 'in the record' } : undefined
}

/** before is the last date before all that a date may mean, '' if it is not known. */
export function before(date: string): string {
  const [, y, m, d] = /^(\d{4})(?:[-.](\d\d))?(?:[-.](\d\d))?/.exec(date) ?? []
  const pad = (n: number, width: number) => String(n).padStart(width, '0')
  const year = Number(y ?? 0)
  if (year < 2) return ''
  const month = Number(m ?? 0)
  if (!month) return pad(year - 1, 4)
  if (!Number(d ?? 0)) return month === 1 ? pad(year - 1, 4) : `${pad(year, 4)}-${pad(month - 1, 2)}`
  const day = new Date(Date.UTC(2000, month - 1, Number(d) - 1))
  day.setUTCFullYear(Number(m) === 1 && Number(d) === 1 ? year - 1 : year)
  return day.toISOString().slice(0, 10)
}

/** share is what White may expect of a game: 0.5 if it is equal, 0.64 with a pawn more. */
export function share(w: Worth): number {
  if (w.mate !== undefined) return w.mate > 0 ? 1 : 0
  return 1 / (1 + 10 ** (-(w.cp ?? 0) / 400))
}

const [mistake, blunder] = [0.1, 0.2] // of a game, lost by a move

function marksOf(line: Node[], known: (Known | undefined)[], novelty: number): Map<Node, Mark> {
  const marks = new Map<Node, Mark>()
  line.forEach((n, i) => {
    const mark: Mark = {}
    if (i === novelty) mark.novelty = true
    const [a, b] = [known[i - 1], known[i]]
    if (a && b) {
      const lost = (share(a) - share(b)) * (blackToMove(line[i - 1].fen) ? -1 : 1)
      if (lost >= mistake) {
        mark.sign = lost >= blunder ? '??' : '?'
        mark.text = `The value goes from ${inPawns(a)} to ${inPawns(b)}`
      }
    }
    if (mark.novelty || mark.sign) marks.set(n, mark)
  })
  return marks
}

const inPawns = (k: Known) => `${written({ score: k.cp, mate: k.mate })} (${k.from})`

interface GraphProps {
  worths: Worths
  node: Node // on the board
  busy: boolean // the server analyses the position already
  onNode: (id: number) => void
}

/** Graph draws the values over the game; a click goes to a position. */
export function Graph({ worths, node, busy, onNode }: GraphProps) {
  const { line, known, marks, fill, filling, expected, asked } = worths
  const some = known.some(Boolean)
  if (!some && !expected) return null
  const height = 60
  const bar = (k: Known) => Math.max(1, Math.round(share(k) * height))
  const at = line.indexOf(node)
  const here = known[at]
  const falls = line.filter((n) => marks.get(n)?.sign)
  const label = some
    ? `Values of ${known.filter(Boolean).length} of ${line.length} positions for White. Mistakes: ${
        falls.map((n) => n.number + ' ' + n.san).join(', ') || 'none'
      }.`
    : 'No values'
  return (
    <figure class="worths">
      <svg viewBox={`0 0 ${line.length * 10} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {line.map((n, i) => {
          const k = known[i]
          const mark = marks.get(n)
          return (
            <g key={n.id} class={mark?.sign ? 'mistake' : undefined} onClick={() => onNode(n.id)}>
              <title>
                {[n.number && `${n.number} ${n.san}`, k ? inPawns(k) : 'no value', mark?.text]
                  .filter(Boolean)
                  .join('. ')}
              </title>
              <rect class={k ? 'black' : 'back'} x={i * 10} width="10" height={height} />
              {k && <rect class="white" x={i * 10} y={height - bar(k)} width="10" height={bar(k)} />}
              {mark?.sign && <rect class="sign" x={i * 10 + 2} width="6" height="8" />}
              {i === at && <rect class="now" x={i * 10 + 4} width="2" height={height} />}
            </g>
          )
        })}
        <line x1="0" x2={line.length * 10} y1={height / 2} y2={height / 2} />
      </svg>
      <figcaption>
        <span class="worth-here">{here ? `Value ${inPawns(here)}` : asked ? 'No value of this position' : ''}</span>
        {(fill || filling) && (
          <button
            type="button"
            disabled={busy}
            title={busy ? 'Switch the analysis off first' : `To depth ${searched}, one position after the other`}
            onClick={fill}>
            {filling ? 'Stop the search' : some ? 'Search the other positions' : 'Search the game'}
          </button>
        )}
      </figcaption>
    </figure>
  )
}
