// How many bits of a hash a table entry has to keep.

import { useState } from 'preact/hooks'
import { type Odds, url, useQuery } from '../api'
import { about, size } from '../format'
import { Answer, Field } from '../parts'

/** TagSizes computes the tag for an error rate, and the table that it takes. */
export function TagSizes() {
  const [ask, setAsk] = useState({ probes: '1e10', errors: '1', slots: '4', positions: '1e8', payload: '64' })
  const query = useQuery<Odds>(url('/odds', ask))
  const field = (name: keyof typeof ask, label: string) => (
    <label>
      {label}
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
        {field('probes', 'Probes that miss')}
        {field('errors', 'Wrong hits at most')}
        {field('slots', 'Slots in a cluster')}
        {field('positions', 'Positions to hold')}
        {field('payload', 'Bits of data')}
      </form>
      <Answer query={query} alert>
        {(o) => (
          <>
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
