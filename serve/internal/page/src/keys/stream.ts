// An audit as it comes from the server.

import { Failure, request, url } from '../api'

export interface Table {
  name: string
  features: number
  bits: number
  layout?: string | null
  distance?: number // proven
  seconds: number
}
/** A Flaw is what random keys do not have, in words. */
export interface Flaw {
  flaw: string
  harm: string
  remedy: string
}
export interface Rank {
  rank: number
  features: number
  bits: number
  zero: number[]
  equal: number[][]
  aliased: number
  flaws?: Flaw[]
}
export interface Dependency {
  weight: number
  features: number[]
  names: string[]
  legal?: boolean
}
export interface Weight {
  weight: number
  count: string
  exact: boolean
  expected: number
  missed: number
}
export interface Witness {
  positions: [string, string]
  hash: string
  features: number[]
  names: string[]
}
export interface Done {
  seconds: number
  interrupted: boolean
  missed?: number
  verdict?: string
  flaws?: Flaw[] // in place of the first ones
}

/** An Audit is what is known so far. */
export interface Audit {
  table?: Table
  rank?: Rank
  progress?: { stage: string; done: number; seconds?: number }
  weights: Weight[] // ascending
  dependencies: Dependency[] // ascending weight, at most kept
  found: number // of them, those not kept too
  witnesses: Witness[]
  done?: Done
  failure?: Failure
  running: boolean
  stopped?: boolean // by the reader
}

export const empty: Audit = { weights: [], dependencies: [], found: 0, witnesses: [], running: false }

const kept = 200

// changes says what each event adds to an audit.
const changes: Record<string, (a: Audit, data: never) => Partial<Audit>> = {
  table: (_, table: Table) => ({ table }),
  rank: (_, rank: Rank) => ({ rank }),
  progress: (_, progress: Audit['progress']) => ({ progress }),
  weight: (a, w: Weight) => ({
    weights: [...a.weights.filter((x) => x.weight !== w.weight), w].sort((x, y) => x.weight - y.weight),
  }),
  dependency: (a, d: Dependency) => ({
    found: a.found + 1,
    dependencies: [...a.dependencies, d].sort((x, y) => x.weight - y.weight).slice(0, kept),
  }),
  witness: (a, w: Witness) => ({ witnesses: [...a.witnesses, w].slice(0, 6) }),
  done: (_, done: Done) => ({ done, running: false }),
  failed: (_, { error }: { error: string }) => ({
    failure: new Failure(`The audit failed: ${error}.`, 0),
    running: false,
  }),
}

/**
 * run audits a table and calls update with each new state. The function that it returns stops an audit that runs: it
 * calls update once more, at once, and aborts the request.
 */
export function run(table: object, update: (a: Audit) => void): () => void {
  const stop = new AbortController()
  let a: Audit = { ...empty, running: true }
  let frame = 0
  const show = () => {
    // events may come by the thousand; the screen is drawn sixty times a second
    frame ||= requestAnimationFrame(() => {
      frame = 0
      update(a)
    })
  }
  const follow = async () => {
    const created = await request('./keys/tables', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(table),
      signal: stop.signal,
    })
    const { id } = (await created.json()) as { id: string }
    // Not an EventSource: it hides the status of a refusal, and begins again by itself.
    const response = await request(url('/keys/audit', { table: id }), { signal: stop.signal })
    for await (const [name, data] of events(response.body!)) {
      if (stop.signal.aborted) return
      a = { ...a, ...changes[name]?.(a, data as never) }
      show()
    }
    if (a.running) throw new Error('no last event')
  }
  follow().catch((e) => {
    if (stop.signal.aborted) return
    const broke = new Failure('The connection to the server broke before the audit ended.', 0)
    a = { ...a, running: false, failure: e instanceof Failure ? e : broke }
    show()
  })
  update(a)
  return () => {
    if (!a.running) return
    stop.abort()
    cancelAnimationFrame(frame)
    a = { ...a, running: false, stopped: true }
    update(a)
  }
}

/** events reads server-sent events: their names and data. */
async function* events(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<[string, unknown]> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value.replaceAll('\r', '')
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const of = (field: string) =>
        lines.filter((l) => l.startsWith(field + ':')).map((l) => l.slice(field.length + 1).replace(/^ /, ''))
      const data = of('data').join('\n')
      if (data) yield [of('event')[0] ?? 'message', JSON.parse(data)]
    }
  }
}
