// Drawings on a board whose squares are units of an SVG of 8 by 8.

export const svgNS = 'http://www.w3.org/2000/svg'

export interface Arrow {
  uci: string
  weight: number
  strong?: boolean
  best?: boolean // of an analysis
  drawn?: boolean // by the reader
} // weight from 0 to 1

/** corner is the top left of a square. */
export function corner(square: string, flip: boolean): { x: number; y: number } {
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  return flip ? { x: 7 - file, y: rank } : { x: file, y: 7 - rank }
}

export function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const e = document.createElementNS(svgNS, name)
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value))
  return e
}

/** arrowPath is the outline of an arrow from the middle of one square towards that of another. */
export function arrowPath(a: Arrow, flip: boolean): string {
  const from = corner(a.uci.slice(0, 2), flip)
  const to = corner(a.uci.slice(2, 4), flip)
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = Math.hypot(dx, dy)
  const half = 0.035 + 0.07 * a.weight
  const head = 0.19 + 0.14 * a.weight
  // Along the arrow u, across it v, from its middle of the first square.
  const at = (u: number, v: number) => {
    const x = from.x + 0.5 + (u * dx - v * dy) / length
    const y = from.y + 0.5 + (u * dy + v * dx) / length
    return `${x.toFixed(3)} ${y.toFixed(3)}`
  }
  const end = length - 0.1
  const neck = end - head * 1.35
  const right = [at(0.28, -half), at(neck, -half), at(neck, -head)]
  const left = [at(neck, head), at(neck, half), at(0.28, half)]
  return `M${[...right, at(end, 0), ...left].join('L')}Z`
}
