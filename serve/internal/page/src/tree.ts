// A tree of moves: a game of the index, or the reader's own lines.

import type { Step, Text } from './chess'
import { gameOf, goban, isStart, moveNumber, place, pointOf, words } from './game'

export interface Node {
  id: number // in a game on the main line the number of moves before it, 0 at the start; then the variations
  parent: Node | null
  children: Node[] // the first goes on with the line, others are variations
  san: string
  uci: string // 0000 for a null move
  fen: string // after the move
  number: string // "3." or "3…"
  nags: number[]
  before: string // comment that stands before the move
  comment: string
}

export interface Score {
  tags: Record<string, string>
  root: Node
  nodes: Node[] // by id
  result: string
  problem: string
}

/** newScore is a tree without moves. */
export function newScore(fen = words.chess.start): Score {
  const root: Node = {
    id: 0,
    parent: null,
    children: [],
    san: '',
    uci: '',
    fen,
    number: '',
    nags: [],
    before: '',
    comment: '',
  }
  return { tags: {}, root, nodes: [root], result: '*', problem: '' }
}

/** add finds a move after a node, or adds it as its last variation. */
export function add(score: Score, parent: Node, step: Step & { fen: string }): Node {
  const old = parent.children.find((c) => c.uci === step.uci && c.san === step.san)
  if (old) return old
  const { uci, san, fen } = step
  const node: Node = {
    id: score.nodes.length,
    parent,
    children: [],
    san,
    uci,
    fen,
    number: moveNumber(parent.fen, path(parent).length),
    nags: [],
    before: '',
    comment: '',
  }
  parent.children.push(node)
  score.nodes.push(node)
  return node
}

/** merge adds a text that was read to a tree with the same start. */
export function merge(score: Score, text: Text) {
  const nodes = [score.root]
  score.root.comment ||= text.comment ?? ''
  for (const m of text.moves) {
    const node = add(score, nodes[m.parent], m)
    if (m.nags?.length) node.nags = m.nags
    node.before ||= m.before ?? ''
    node.comment ||= m.comment ?? ''
    nodes.push(node)
  }
}

/** scoreOf is the tree of a text. */
export function scoreOf(text: Text): Score {
  const score = newScore(text.fen)
  score.tags = named(text.tags ?? {})
  score.result = text.result
  score.problem = text.problem ?? ''
  merge(score, text)
  return score
}

/** named adds the names that PGN has for the properties of an SGF. */
export function named(tags: Record<string, string>): Record<string, string> {
  const names = {
    PB: 'Black',
    PW: 'White',
    BR: 'BlackElo',
    WR: 'WhiteElo',
    EV: 'Event',
    RO: 'Round',
    PC: 'Site',
    DT: 'Date',
  }
  return Object.fromEntries([
    ...Object.entries(tags),
    ...Object.entries(names).flatMap(([id, name]) => (tags[id] ? [[name, tags[id]]] : [])),
  ])
}

/** path is the moves from the start to a node. */
export function path(node: Node): Node[] {
  const moves: Node[] = []
  for (let n: Node | null = node; n?.parent; n = n.parent) moves.unshift(n)
  return moves
}

/** played is the moves to a node in UCI notation. */
export function played(node: Node): string[] {
  return path(node).map((n) => n.uci)
}

/** end is the last node of the line that goes on from a node. */
export function end(node: Node): Node {
  while (node.children[0]) node = node.children[0]
  return node
}

/** follow is the node that moves lead to, or as far as they are in the tree. */
export function follow(root: Node, play: string[]): Node {
  for (const uci of play) {
    const next = root.children.find((c) => c.uci === uci)
    if (!next) break
    root = next
  }
  return root
}

/** find is the first move of the main line after which a game has a position, counters aside. */
export function find(score: Score, fen: string): Node | undefined {
  const key = (fen: string) => fen.split(' ').slice(0, 4).join(' ')
  for (let n: Node | undefined = score.root; n; n = n.children[0]) if (key(n.fen) === key(fen)) return n
}

/** promote makes the variation that a node is in the line before it. It returns false on the main line. */
export function promote(node: Node): boolean {
  for (let n = node; n.parent; n = n.parent) {
    const i = n.parent.children.indexOf(n)
    if (i > 0) {
      n.parent.children.splice(i, 1)
      n.parent.children.splice(i - 1, 0, n)
      return true
    }
  }
  return false
}

/** remove takes a move and all after it out of the tree. */
export function remove(node: Node) {
  node.parent?.children.splice(node.parent.children.indexOf(node), 1)
}

const signs: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
}

/** all is the nodes of a tree, each before what follows it. */
export function all(score: Score): Node[] {
  const list: Node[] = []
  const open = [score.root]
  for (let n = open.pop(); n; n = open.pop()) {
    list.push(n)
    open.push(...[...n.children].reverse())
  }
  return list
}

/** A Packed tree is one as JSON, without cycles. */
export interface Packed extends Omit<Score, 'root' | 'nodes'> {
  nodes: (Omit<Node, 'id' | 'parent' | 'children'> & { of: number })[] // of is the place of the parent, −1 for none
}

/** pack writes a tree so that unpack reads the same one, with ids in the order of all. */
export function pack({ tags, result, problem, root }: Score): Packed {
  const list = all({ root } as Score)
  const place = new Map(list.map((n, i) => [n, i]))
  const nodes = list.map(({ parent, children: _, id: __, ...n }) => ({ ...n, of: parent ? place.get(parent)! : -1 }))
  return { tags, result, problem, nodes }
}

export function unpack({ nodes: packed, ...rest }: Packed): Score {
  const nodes: Node[] = []
  for (const { of, ...n } of packed) {
    const node: Node = { ...n, id: nodes.length, parent: nodes[of] ?? null, children: [] }
    node.parent?.children.push(node)
    nodes.push(node)
  }
  return { ...rest, root: nodes[0], nodes }
}

/** copy is a tree that can be changed, and its node that stands for one of the original. */
export function copy(score: Score, node: Node): [Score, Node] {
  const same = unpack(structuredClone(pack(score)))
  return [same, same.nodes[all(score).indexOf(node)]]
}

/** glyphs are the signs of a move. */
export function glyphs(node: Node): string {
  return node.nags.map((n) => signs[n] ?? '').join('')
}

/** remarks are the parts of a comment: clock, evaluation and text. */
export function remarks(comment: string): { clock: string; evaluation: string; text: string } {
  const part = (name: string) => new RegExp(`\\[%${name}\\s+([^\\]\\s,]+)`).exec(comment)?.[1] ?? ''
  const text = comment.replace(/\[%[^\]]*\]/g, '').replace(/\s+/g, ' ')
  return { clock: part('clk').replace(/^0:/, ''), evaluation: part('eval'), text: text.trim() }
}

/** write writes a tree as a record of its game. */
export function write(score: Score): string {
  const { root } = score
  if (gameOf(root.fen) === 'baduk') return writeSGF(score)
  const tags = Object.entries({
    Event: '?',
    Site: '?',
    Date: '????.??.??',
    Round: '?',
    White: '?',
    Black: '?',
    ...score.tags,
  })
    .filter(([name]) => !['Result', 'FEN', 'SetUp'].includes(name))
    .concat(
      [['Result', score.result]],
      gameOf(root.fen) === 'checkers' ? [['GameType', '21']] : [],
      isStart(root.fen)
        ? []
        : [
            ['SetUp', '1'],
            ['FEN', root.fen],
          ],
    )
    .map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`)
  const words = [...comment(root.comment), ...line(root, true), score.result]
  const lines = ['']
  for (const word of words.join(' ').split(' ')) {
    const last = lines[lines.length - 1]
    if (last && last.length + word.length > 78) lines.push(word)
    else lines[lines.length - 1] = last ? last + ' ' + word : word
  }
  return tags.join('\n') + '\n\n' + lines.join('\n') + '\n'
}

const comment = (text: string) => (text ? [`{${text.replaceAll('}', ')')}}`] : [])

/** line writes what follows a node; due says that Black's move needs a number. */
function line(from: Node, due: boolean): string[] {
  const out: string[] = []
  for (let n: Node | undefined = from.children[0]; n; n = n.children[0]) {
    out.push(...one(n, due))
    const others: Node[] = n.parent!.children[0] === n ? n.parent!.children.slice(1) : []
    for (const v of others) {
      const words = [...one(v, true), ...line(v, v.comment !== '')]
      out.push('(' + words[0], ...words.slice(1, -1), ...(words.length > 1 ? [words[words.length - 1]] : []))
      out[out.length - 1] += ')'
    }
    due = n.comment !== '' || others.length > 0
  }
  return out
}

function one(n: Node, due: boolean): string[] {
  const number = n.number.endsWith('.') ? [n.number] : due ? [n.number.replace('…', '...')] : []
  return [...comment(n.before), ...number, n.san, ...n.nags.map((g) => '$' + g), ...comment(n.comment)]
}

/** writeSGF writes a tree of Go. */
function writeSGF(score: Score): string {
  const { width, height, rows } = goban(score.root.fen)
  const text = (value: string) => `[${value.replace(/[\]\\]/g, '\\$&')}]`
  const letters = (x: number, y: number) => `[${'abcdefghijklmnopqrstuvwxyz'[x]}${'abcdefghijklmnopqrstuvwxyz'[y]}]`
  const point = (name: string) => {
    if (!pointOf(name)) return '[]'
    const { x, y } = place(pointOf(name), height)
    return letters(x, y)
  }
  // What changes a board into another one.
  const setup = (from: string[], to: string[]) =>
    (['AB', 'AW', 'AE'] as const)
      .map((id, i) => {
        const points = to.flatMap((r, y) =>
          [...r].flatMap((c, x) => (c === 'XO.'[i] && from[y][x] !== c ? [letters(x, y)] : [])),
        )
        return points.length > 0 ? id + points.join('') : ''
      })
      .join('')
  const turn = (fen: string) => `PL[${fen.endsWith('b') ? 'B' : 'W'}]`
  const remark = (n: Node) => {
    const comment = [n.before, n.comment].filter(Boolean).join(' ')
    return (comment && 'C' + text(comment)) + (n.nags.includes(1) ? 'TE[1]' : n.nags.includes(2) ? 'BM[1]' : '')
  }
  const node = (n: Node): string => {
    const before = n.parent!.fen
    if (n.san === 'setup') return `;${setup(goban(before).rows, goban(n.fen).rows)}${turn(n.fen)}${remark(n)}`
    const side = /^([BW]) /.exec(n.san)?.[1] ?? (before.endsWith('b') ? 'B' : 'W')
    return `;${side}${point(n.san)}${remark(n)}`
  }
  const tree = (n: Node): string => {
    let out = ''
    for (; n.children.length === 1; n = n.children[0]) out += node(n.children[0])
    return out + n.children.map((c) => `(${node(c)}${tree(c)})`).join('')
  }
  const tags = Object.entries(score.tags)
    .filter(([id]) => /^[A-Z]{2}$/.test(id) && !['FF', 'GM', 'CA', 'SZ', 'PL', 'RE'].includes(id))
    .map(([id, value]) => id + text(value))
  const empty = rows.map((r) => '.'.repeat(r.length))
  const size = width === height ? width : `${width}:${height}`
  const result = score.result === '*' ? '' : 'RE' + text(score.result)
  const first = setup(empty, rows) + (isStart(score.root.fen) ? '' : turn(score.root.fen)) + remark(score.root)
  return `(;FF[4]GM[1]CA[UTF-8]SZ[${size}]${tags.join('')}${result}${first}${tree(score.root)})\n`
}
