// Numbers and names as text.

import type { Counts } from './api'

const whole = new Intl.NumberFormat('en')

/** integer writes 12,345. */
export function integer(n: number): string {
  return whole.format(n)
}

/** compact writes numbers from a hundred thousand up with three digits: 337 k, 2.44 M. */
export function compact(n: number): string {
  if (n < 1e5) return integer(n)
  const [value, unit] = n < 999_500 ? [n / 1e3, 'k'] : n < 999_500_000 ? [n / 1e6, 'M'] : [n / 1e9, 'G']
  return `${value.toPrecision(3)} ${unit}`
}

/** about writes a number of any size with two or three digits: 0.0017, 15.4, 3.7 × 10⁷. */
export function about(x: number): string {
  if (x === 0) return '0'
  if (x >= 1e-3 && x < 1e5) return x >= 1000 ? integer(Math.round(x)) : String(Number(x.toPrecision(3)))
  const e = Math.floor(Math.log10(x))
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹'
  const power = String(Math.abs(e)).replace(/\d/g, (d) => digits[Number(d)])
  return `${(x / 10 ** e).toFixed(1)} × 10${e < 0 ? '⁻' : ''}${power}`
}

/** percent writes a share of 1. */
export function percent(x: number): string {
  if (x > 0 && x < 0.01) return '< 1 %'
  return Math.round(x * 100) + ' %'
}

/** size writes bytes. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']
  let i = 0
  for (; bytes >= 1000 && i < units.length - 1; i++) bytes /= 1000
  return `${Number(bytes.toPrecision(3))} ${units[i]}`
}

export function total(c: Counts): number {
  return c.white + c.draws + c.black
}

/** score is the points that a side made of 1. */
export function score(c: Counts, black: boolean): number {
  return ((black ? c.black : c.white) + c.draws / 2) / total(c)
}

/** Unit is what a position is counted in: in Go a game may have the stones of a corner in several corners. */
export type Unit = 'game' | 'corner'

/** games writes a number of games, or of corners. */
export function games(n: number, unit: Unit = 'game'): string {
  return n === 1 ? '1 ' + unit : `${integer(n)} ${unit}s`
}

/** duration writes seconds in words. */
export function duration(seconds: number): string {
  if (seconds < 1.5) return 'about a second'
  if (seconds < 90) return `about ${Math.round(seconds)} seconds`
  return `about ${Math.round(seconds / 60)} minutes`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** date writes 1972-07-11 as 11 Jul 1972, less if less is known, and other texts as they are. */
export function date(text: string): string {
  const [, year, month, day] = /^(\d{4})(?:[-.](\d\d?))?(?:[-.](\d\d?))?/.exec(text) ?? []
  if (!year) return text
  return [day && Number(day), month && months[Number(month) - 1], year].filter(Boolean).join(' ')
}

/** result writes a result with a true minus and half. */
export function result(text: string): string {
  return { '1-0': '1–0', '0-1': '0–1', '1/2-1/2': '½–½' }[text] ?? (/^([BW]\+|0$)/.test(text) ? text : '*')
}

/** sortedBy sorts by a value; what has none comes last, and equals stay in their order. */
export function sortedBy<T>(list: T[], value: (x: T) => string | number | undefined, up: boolean): T[] {
  return [...list].sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? 1 : -1
    return (up ? 1 : -1) * (x < y ? -1 : x > y ? 1 : 0)
  })
}

/** plain is what the server says of a text without what the page shows anyway: the package, the text, the byte. */
export function plain(text: string): string {
  return text
    .replace(/^(chess|baduk|checkers|pgn|sgf|pdn): /, '')
    .replace(/^invalid fen "[^"]*": /, '')
    .replace(/^"[^"]*"(, byte \d+: |: (?=placement: ))/, '')
    .replace(/^(game \d+, )?line \d+, byte \d+: /, '')
    .replace(/^placement: /, '')
    .replace(/^0 (white|black) kings/, (_, side: string) => `${side[0].toUpperCase() + side.slice(1)} has no king`)
    .replace(/, in \S+\/\S+ [wb] \S+ \S+ \d+ \d+/, '')
}

/**
 * beyond is what a name of an opening says that the one of the position before does not: "…English Attack" after
 * "Sicilian Defense: Najdorf Variation". It is empty if both are the same.
 */
export function beyond(name = '', before = ''): string {
  const [parts, said] = [name, before].map((text) => text.split(/[:,] /))
  let same = 0
  while (same < parts.length && parts[same] === said[same]) same++
  if (name === before) return ''
  return same === 0 || same === parts.length ? name : '…' + name.slice(parts.slice(0, same).join(', ').length + 2)
}
