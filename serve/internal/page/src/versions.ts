// The trees of a tab by number: one that was replaced or changed can be shown again, also after the page was reloaded.

import { pack, type Packed, type Score, unpack } from './tree'

/** An Own tree is one of the reader's. */
export interface Own {
  of: string // FEN of the start, '' for the start position
  score: Score
  known: boolean // the first position is
}

/** Shown is the line of a tree that was on the page. */
export interface Shown {
  fen: string
  play: string[]
  at: number
}

interface Version {
  own?: Own // missing until it is read from the storage
  before: number // the version that this one took the place of, −1 for none
  after: number // the version that took its place last
  shown?: Shown
}

const list = 'trees'
const prefix = 'tree:'
const key = (n: number) => prefix + n
const most = 200 // versions that are kept

/** Versions keeps trees in the memory, and in the session's storage as far as they fit. */
class Versions {
  at = 0 // the number of the tree that is shown
  private all = new Map<number, Version>()

  /**
   * begin opens the tree of an entry of the browser's history, or if the entry has none, the last tree if it has the
   * same start. It returns the tree's number.
   */
  begin(entry: number | undefined, fen: string): number {
    try {
      const { at, all } = JSON.parse(sessionStorage.getItem(list) ?? '{"at":0,"all":[]}')
      this.at = at
      this.all = new Map(all)
    } catch {
      /* nothing was kept that can be read */
    }
    if (entry !== undefined) this.at = entry
    else if (this.own && this.own.of !== fen) this.next()
    return this.at
  }

  /** own is the tree that is shown, if it is known. */
  get own(): Own | undefined {
    const version = this.all.get(this.at)
    if (!version || version.own) return version?.own
    try {
      const { of, score }: { of: string; score: Packed } = JSON.parse(sessionStorage.getItem(key(this.at))!)
      return (version.own = { of, score: unpack(score), known: true })
    } catch {
      return undefined
    }
  }

  /** save keeps the tree that is shown. */
  save(own: Own) {
    this.version.own = own
    if (own.known) this.store(key(this.at), JSON.stringify({ of: own.of, score: pack(own.score) }))
    this.saveList()
  }

  /** leave begins another tree, and returns its number. */
  leave(shown: Shown): number {
    this.version.shown = shown
    return this.next()
  }

  /** change goes to the tree of a number, and returns it, undefined if it is not known. */
  change(to: number, shown: Shown): Own | undefined {
    this.version.shown = shown
    this.at = to
    this.saveList()
    return this.own
  }

  /** undone is the tree that the current one took the place of, and what was shown of it. */
  undone = () => this.of(this.all.get(this.at)?.before)

  /** redone is the tree that took the place of the current one. */
  redone = () => this.of(this.all.get(this.at)?.after)

  private of(n = -1): (Shown & { tree: number }) | undefined {
    const version = this.all.get(n)
    if (!version?.shown || !(version.own || stored().includes(n))) return undefined
    return { tree: n, ...version.shown }
  }

  private get version(): Version {
    if (!this.all.has(this.at)) this.all.set(this.at, { before: -1, after: -1 })
    return this.all.get(this.at)!
  }

  private next(): number {
    const before = this.at
    this.at = Math.max(Date.now(), before + 1) // also after the page was loaded again
    this.version.before = before
    const old = this.all.get(before)
    if (old) old.after = this.at
    if (this.all.size > most) this.all.delete(this.all.keys().next().value!)
    return this.at
  }

  private saveList() {
    const all = [...this.all].map(([n, { own: _, ...rest }]) => [n, rest])
    this.store(list, JSON.stringify({ at: this.at, all }))
  }

  private store(name: string, text: string) {
    for (;;) {
      try {
        return sessionStorage.setItem(name, text)
      } catch {
        // It is full, or there is none: then the trees last as long as the page.
        const oldest = stored().find((n) => n !== this.at)
        if (oldest === undefined) return
        sessionStorage.removeItem(key(oldest))
      }
    }
  }
}

/** stored are the numbers of the trees in the storage, the oldest first. */
function stored(): number[] {
  try {
    return Object.keys(sessionStorage)
      .flatMap((name) => (name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : []))
      .sort((a, b) => a - b)
  } catch {
    return []
  }
}

export const versions = new Versions()
