// What an audit has found so far.

import { Diagram } from '../board/diagram'
import { about, duration, integer } from '../format'
import { Example, impossible } from './example'
import type { Audit, Dependency, Flaw, Weight, Witness } from './stream'

/** Report shows an audit while it runs and when it is over. */
export function Report({ audit }: { audit: Audit }) {
  const { table, rank, done } = audit
  const flaws = flawsOf(audit)
  if (!table)
    return audit.running ? (
      <p class="muted" role="status">
        The server reads the table…
      </p>
    ) : (
      <>
        {audit.stopped && (
          <p class="muted" role="status">
            Stopped before the first result.
          </p>
        )}
        <Example />
      </>
    )
  return (
    <>
      <section class="panel" aria-labelledby="report-title">
        <div class="panel-head">
          <h2 id="report-title">{table.name}</h2>
          <span class="muted">
            {integer(table.features)} keys of {table.bits} bits
          </span>
        </div>
        {rank && (
          <p class="headline">
            Worth <b>{rank.rank} bits</b>
            {rank.rank === Math.min(rank.bits, rank.features)
              ? ', as many as there can be.'
              : `, of ${Math.min(rank.bits, rank.features)} that there could be.`}
            {flaws.length > 0 &&
              ` That is the rank of all keys together, which does not show ${flaws.length === 1 ? 'this flaw' : `these ${flaws.length} flaws`}:`}
            {table.distance !== undefined &&
              ` It is proven that no set of fewer than ${table.distance} of these keys XORs to zero.`}
          </p>
        )}
        {flaws.length > 0 && <Flaws flaws={flaws} />}
        {rank && <Facts audit={audit} />}
        <Progress audit={audit} />
        {done?.verdict && <p class="verdict">{done.verdict}</p>}
        {audit.weights.length > 0 && <Weights audit={audit} />}
      </section>
      {audit.witnesses.map((w, i) => (
        <Pair key={i} witness={w} />
      ))}
      {audit.dependencies.length > 0 && <Dependencies audit={audit} />}
    </>
  )
}

/** flawsOf are the flaws that are known so far. */
const flawsOf = (audit: Audit): Flaw[] => audit.done?.flaws ?? audit.rank?.flaws ?? []

/** Flaws says what each flaw does, and what to do. */
function Flaws({ flaws }: { flaws: Flaw[] }) {
  return (
    <ul class="flaws" aria-label="Flaws">
      {flaws.map((f) => (
        <li key={f.flaw}>
          <b>{sentence(f.flaw)}</b> <span>{sentence(f.harm)}</span> <span class="remedy">Remedy: {f.remedy}.</span>
        </li>
      ))}
    </ul>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + '.'

function Facts({ audit }: { audit: Audit }) {
  const r = audit.rank!
  const least = audit.weights.find((w) => w.count !== '0')
  const flaws = flawsOf(audit)
  return (
    <dl class="facts">
      <div>
        <dt>Rank</dt>
        <dd>
          {r.rank} <small>of {Math.min(r.bits, r.features)}</small>
        </dd>
      </div>
      <div>
        <dt>Smallest dependency</dt>
        <dd>
          {least ? least.weight : '–'} <small>{least ? 'keys' : 'none yet'}</small>
        </dd>
      </div>
      <div>
        <dt>Dependencies found</dt>
        <dd>{integer(audit.found)}</dd>
      </div>
      <div>
        <dt>Flaws</dt>
        <dd class={flaws.length > 0 ? 'bad' : ''}>
          {flaws.length === 0 ? (audit.done ? 'none' : '–') : flaws.length}{' '}
          <small>{flaws.length === 0 ? !audit.done && 'none yet' : 'see above'}</small>
        </dd>
      </div>
    </dl>
  )
}

function Progress({ audit }: { audit: Audit }) {
  const { progress, done, running, table } = audit
  if (!running) {
    if (audit.failure) return null
    if (!done) return <p class="muted">Stopped. What stands here holds; parts are missing.</p>
    return (
      <p class="muted">
        {done.interrupted ? 'Interrupted' : 'Done'} after {duration(done.seconds)}.
      </p>
    )
  }
  const left = table!.seconds > 0 && progress ? table!.seconds * (1 - progress.done) : 0
  return (
    <div class="progress">
      <progress aria-label="Audit" max="1" value={progress?.done ?? 0} />
      <span class="muted">
        {stage(progress?.stage)}
        {left > 1 && `, ${duration(left)} left`}
      </span>
    </div>
  )
}

const exhaustive = /^exhaustive, weight (\d+)/

/** stage says what an audit does, in words. */
function stage(name?: string): string {
  const words: [RegExp, string][] = [
    [exhaustive, 'searching all sets of $1'],
    [/^Stern.*?(\d+)?$/, 'searching larger sets at random'],
  ]
  for (const [form, text] of words) if (name && form.test(name)) return name.replace(form, text)
  return name ?? 'begins'
}

function Weights({ audit }: { audit: Audit }) {
  const { weights, running, progress } = audit
  const now = running && Number(exhaustive.exec(progress?.stage ?? '')?.[1])
  const known = (w: Weight) => {
    if (w.exact && w.weight !== now) return 'all' // the progress may come after its last result
    if (running) return 'so far'
    return w.missed < 1e-6 ? 'all, almost surely' : `one is missed with chance ${about(w.missed)}`
  }
  return (
    <div class="scroll">
      <table class="weights">
        <caption>Dependencies: sets of keys that XOR to zero, by size</caption>
        <thead>
          <tr>
            <th scope="col">Keys in the set</th>
            <th scope="col" class="number">
              Found
            </th>
            <th scope="col" class="number">
              Random keys have
            </th>
            <th scope="col">Searched</th>
          </tr>
        </thead>
        <tbody>
          {weights.map((w) => (
            <tr key={w.weight}>
              <th scope="row">{w.weight}</th>
              <td class={'number' + (w.count !== '0' ? ' found' : '')} title={w.count}>
                {about(Number(w.count))}
              </td>
              <td class="number">{about(w.expected)}</td>
              <td class="muted">{known(w)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Pair draws two positions with one hash; the squares in which they differ are marked. */
function Pair({ witness }: { witness: Witness }) {
  const marked = [...new Set(witness.names.map((n) => /\b([a-h][1-8])$/.exec(n)?.[1]).filter((s) => s !== undefined))]
  return (
    <section class="panel" aria-label="Two positions with one hash">
      <div class="panel-head">
        <h2>Two positions, one hash</h2>
      </div>
      <p class="hash">
        <code>{witness.hash}</code>
      </p>
      <div class="pair">
        {witness.positions.map((fen, i) => (
          <figure key={fen}>
            <Diagram fen={fen} marked={marked} label={i === 0 ? 'First position' : 'Second position'} />
            <figcaption>
              <code>{fen}</code>
            </figcaption>
          </figure>
        ))}
      </div>
      <p class="legend">
        They differ in {witness.names.length} features: {witness.names.join(', ')}.
      </p>
    </section>
  )
}

function Dependencies({ audit }: { audit: Audit }) {
  // Those that two legal positions show come first, then the smaller ones.
  const rank = (d: Dependency) => (d.legal ? 0 : impossible(d.names).length > 0 ? 2 : 1)
  const shown = [...audit.dependencies].sort((a, b) => rank(a) - rank(b)).slice(0, 50)
  return (
    <section class="panel" aria-labelledby="dependencies">
      <div class="panel-head">
        <h2 id="dependencies">Smallest dependencies</h2>
        {audit.found > shown.length && (
          <span class="muted">
            {shown.length} of {integer(audit.found)}
          </span>
        )}
      </div>
      <ol class="dependencies">
        {shown.map((d) => (
          <li key={d.features.join()}>
            <b>{d.weight}</b> <span>{d.names.length > 0 ? d.names.join(', ') : 'keys ' + d.features.join(', ')}</span>
            {d.legal && <span class="tag">two legal positions</span>}
            {impossible(d.names).length > 0 && (
              <span class="tag impossible">no legal position has {impossible(d.names).join(', ')}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
