// Games of the position by year.

import type { Counts } from '../api'
import { games, total, type Unit } from '../format'
import type { Filters, Go } from '../state'

type Year = Counts & { year: number }

interface Props {
  years: Year[]
  unit: Unit
  filters: Filters
  go: Go
}

/** History draws a bar for each year, or for each span of years if there are many. A click filters by it. */
export function History({ years, unit, filters, go }: Props) {
  const known = years.filter((y) => y.year > 0)
  if (known.length < 2) return null
  const first = known[0].year
  const last = known[known.length - 1].year
  const span = [1, 2, 5, 10, 20, 50].find((n) => (last - first) / n < 60) ?? 100
  const bins = new Map<number, Year>()
  for (let y = first - (first % span); y <= last; y += span) bins.set(y, { year: y, white: 0, draws: 0, black: 0 })
  for (const y of known) {
    const bin = bins.get(y.year - (y.year % span))!
    bin.white += y.white
    bin.draws += y.draws
    bin.black += y.black
  }
  const all = [...bins.values()]
  const most = all.reduce((a, b) => (total(b) > total(a) ? b : a))
  const name = (y: number) => (span === 1 ? String(y) : `${y}–${Math.min(y + span - 1, last)}`)
  const height = 48
  const scale = height / Math.max(total(most), 4) // one game is no peak
  const step = span === 1 ? 'year' : span + ' years'
  const what = unit === 'corner' ? 'Corners' : 'Games'
  const label = `${what} by ${step} from ${first} to ${last}; most in ${name(most.year)}: ${games(total(most), unit)}.`
  const words = (y: Year) =>
    `${name(y.year)}: ${games(total(y), unit)}, White won ${y.white}, drawn ${y.draws}, Black won ${y.black}`
  const choose = (y: Year) => {
    const [since, until] = [String(y.year), String(y.year + span - 1)]
    const again = filters.since === since && filters.until === until
    const { since: _, until: __, ...rest } = filters
    go({ filters: again ? rest : { ...rest, since, until }, skip: 0 })
  }
  return (
    <figure class="history">
      <svg viewBox={`0 0 ${all.length * 10} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {all.map((y, i) => {
          let top = height
          return (
            <g key={y.year} onClick={() => total(y) > 0 && choose(y)}>
              <title>{words(y)}</title>
              <rect class="back" x={i * 10} width="10" height={height} />
              {(['black', 'draws', 'white'] as const).map((k) => {
                const h = y[k] * scale
                top -= h
                return <rect key={k} class={k} x={i * 10 + 1} y={top} width="8" height={h} />
              })}
            </g>
          )
        })}
      </svg>
      <figcaption>
        <span>{first}</span>
        <span>
          Most: {name(most.year)}, {games(total(most), unit)}
        </span>
        <span>{last}</span>
      </figcaption>
    </figure>
  )
}
