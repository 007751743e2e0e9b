// How many bits of a hash a table entry has to keep.

import { useState } from 'preact/hooks'
import { type Odds, url, useQuery } from '../api'
import { about, size } from '../format'
import { Answer, Field } from '../parts'

const usual = { probes: '1e10', errors: '1', slots: '4', positions: '1e8', payload: '64' }
const labels: Record<string, string> = {
  probes: 'Probes that miss',
  errors: 'Wrong hits at most',
  slots: 'Slots in a cluster',
  positions: 'Positions to hold',
  payload: 'Bits of data',
}

/** range is what the server says of a number that it does not take, with the label of its field. */
function range(ask: Record<string, string>, reason: string): string {
  const [, name = '', least, most] = /^(\w+): not a number from (\S+) to (\S+?):/.exec(reason) ?? []
  if (!(name in labels)) return reason
  const whole = broken(ask)
  return whole || `${labels[name]}: a number from ${spelt(least)} to ${spelt(most)}.`
}

/** broken says which number of things is no whole one. */
function broken(ask: Record<string, string>): string {
  const name = ['slots', 'positions', 'payload'].find((name) => !Number.isInteger(Number(ask[name])))
  return name ? `${labels[name]}: a whole number.` : ''
}

const spelt = (n: string) => about(Number(n))

/** senseless says why sizes that can be computed have no use, '' if they may have one. */
function senseless(ask: Record<string, string>, o: Odds): string {
  if (broken(ask)) return broken(ask)
  if (o.tagBits === 0) return 'No tag is needed: as many wrong hits are allowed as there are probes.'
  if (o.tagBits > 128) return 'No hash has so many bits: even tags of 128 bits have more wrong hits than that.'
  if (Number(ask.slots) > Number(ask.positions || Infinity))
    return 'A cluster has more slots than there are positions to hold.'
  return ''
}

/** TagSizes computes the tag for an error rate, and the table that it takes. */
export function TagSizes() {
  const [ask, setAsk] = useState(usual)
  const query = useQuery<Odds>(url('/odds', ask))
  const reason = query.failure?.status === 400 ? query.failure.reason : ''
  const field = (name: keyof typeof ask) => (
    <label>
      {labels[name]}
      <Field
        type="text"
        inputMode="decimal"
        pattern="[0-9]*\.?[0-9]*([eE][+\-]?[0-9]+)?"
        required={name !== 'positions'}
        value={ask[name]}
        onCommit={(value) => setAsk({ ...ask, [name]: value })}
      />
    </label>
  )
  return (
    <section class="panel tags" aria-labelledby="tags-title">
      <div class="panel-head">
        <h2 id="tags-title">Tag sizes</h2>
      </div>
      <p class="hint">A table entry keeps a part of the hash, its tag. How wide must it be?</p>
      <form class="fields" onSubmit={(e) => e.preventDefault()}>
        {field('probes')}
        {field('errors')}
        {field('slots')}
        {field('positions')}
        {field('payload')}
      </form>
      {reason && (
        <p class="problem" role="alert">
          {range(ask, reason)}{' '}
          <button type="button" onClick={() => setAsk(usual)}>
            The numbers at first
          </button>
        </p>
      )}
      <Answer query={query} alert={!reason}>
        {(o) => (
          <>
            {senseless(ask, o) && (
              <p class="problem" role="status">
                {senseless(ask, o)}
              </p>
            )}
            <p class="verdict">
              <b>{o.tagBits} bits</b>: {about(o.wrongHits)} wrong hits expected.
              {o.plan && ` Entries of ${o.plan.entryBits} bits, ${size(o.plan.bytes)} in all.`}
            </p>
            <table class="weights">
              <caption class="unseen">Tags near the least one</caption>
              <thead>
                <tr>
                  <th scope="col">Tag, bits</th>
                  <th scope="col" class="number">
                    Wrong hits
                  </th>
                  <th scope="col" class="number">
                    Chance of none
                  </th>
                </tr>
              </thead>
              <tbody>
                {o.tags.map((t) => (
                  <tr key={t.tagBits} aria-current={t.tagBits === o.tagBits ? 'true' : undefined}>
                    <th scope="row">{t.tagBits}</th>
                    <td class="number">{about(t.wrongHits)}</td>
                    <td class="number">{about(t.noError)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Answer>
    </section>
  )
}
