// The second tab: what a table of keys is worth.

import { useEffect, useRef, useState } from 'preact/hooks'
import { Trouble } from '../parts'
import type { Go, State } from '../state'
import { Report } from './report'
import { type Audit, empty, run } from './stream'
import { TagSizes } from './tags'

const named = [
  ['polyglot', 'Polyglot'],
  ['stockfish', 'Stockfish'],
  ['gnuchess', 'GNU Chess'],
  ['coded:1', 'Coded keys, seed 1'],
  ['random:pcg:1', 'Random keys, PCG, seed 1'],
]
const layouts = ['781', '769', 'castling16', '18x64', 'stockfish', 'ep64']

interface Props {
  state: State
  go: Go
  announce: (text: string) => void
}

/** KeysTab audits a table that is named, pasted or read from a file. */
export function KeysTab({ state, go, announce }: Props) {
  const shown = state.tab === 'keys'
  const [audit, setAudit] = useState<Audit>(empty)
  const [pasted, setPasted] = useState('')
  const stop = useRef<() => void>(undefined)
  const asked = useRef<object>({})

  const begin = (table: object) => {
    stop.current?.()
    asked.current = table
    announce('The audit begins.')
    stop.current = run(table, (a) => {
      setAudit(a)
      if (a.done) announce('The audit is done.')
    })
  }
  const options = { ...(state.layout && { layout: state.layout }), ...(state.bits && { bits: Number(state.bits) }) }
  useEffect(() => {
    if (state.keys) begin({ keys: state.keys, ...options }) // a link shows its report
    return () => stop.current?.()
  }, [])
  const submit = (e: Event) => {
    e.preventDefault()
    if (pasted.trim()) {
      begin({ text: pasted, name: 'pasted keys', ...options })
      return
    }
    const keys = state.keys.trim() || 'polyglot'
    go({ keys })
    begin({ keys, ...options })
  }

  return (
    <main class="keys" id={shown ? 'content' : undefined} hidden={!shown}>
      <div class="keys-ask">
        <h1>What is a table of keys worth?</h1>
        <p>
          Two positions have one hash exactly if they differ in a set of features whose keys XOR to zero. An audit
          finds such sets, the smaller the worse, and shows two legal positions that no program with these keys can
          tell apart.
        </p>
        <form class="panel" onSubmit={submit}>
          <NameField
            name={state.keys}
            disabled={pasted !== ''}
            go={go}
            onChoose={() => setPasted('')}
            onTable={setPasted}
          />
          <PasteField text={pasted} onChange={setPasted} />
          <Shape state={state} go={go} />
          <div class="row">
            <button type="submit" class="main" disabled={audit.running}>
              Audit
            </button>
            {audit.running && (
              <button type="button" onClick={() => stop.current?.()}>
                Stop
              </button>
            )}
          </div>
        </form>
      </div>
      <div class="keys-report">
        {audit.failure && <Trouble failure={audit.failure} retry={() => begin(asked.current)} />}
        <Report audit={audit} />
      </div>
      <TagSizes />
    </main>
  )
}

interface NameProps {
  name: string
  disabled: boolean
  go: Go
  onChoose: () => void // a name instead of what was pasted
  onTable: (text: string) => void // a table that was pasted in place of a name
}

/** isTable reports whether a text is keys and no name. */
const isTable = (text: string) => !/^\s*[a-z][\w-]*(:[\w-]+)*\s*$/i.test(text)

/** NameField is the name of a table of keys. */
function NameField({ name, disabled, go, onChoose, onTable }: NameProps) {
  const set = (keys: string) => go({ keys }, 'replace')
  return (
    <>
      <label for="table">Table of keys</label>
      <input
        id="table"
        type="text"
        list="tables"
        value={name}
        placeholder="polyglot"
        autocomplete="off"
        spellcheck={false}
        disabled={disabled}
        onInput={(e) => set(e.currentTarget.value)}
        onPaste={(e) => {
          const text = e.clipboardData?.getData('text') ?? ''
          if (text.trim() === '' || !isTable(text)) return
          e.preventDefault() // this field would join its lines
          onTable(text)
        }}
      />
      <datalist id="tables">
        {named.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </datalist>
      <p class="hint">
        A name:{' '}
        {named.map(([value], i) => (
          <>
            {i > 0 && ', '}
            <button
              key={value}
              type="button"
              class="link"
              onClick={() => {
                onChoose()
                set(value)
              }}>
              {value}
            </button>
          </>
        ))}
        ; any seed and generator will do.
      </p>
    </>
  )
}

/** PasteField is a table of keys as text, pasted or from a file. */
function PasteField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const choose = async (e: Event) => {
    const input = e.currentTarget as HTMLInputElement
    const file = input.files?.[0]
    if (file) onChange(await file.text())
    input.value = ''
  }
  return (
    <>
      <label for="paste">or paste one</label>
      <textarea
        id="paste"
        rows={4}
        value={text}
        spellcheck={false}
        placeholder="0x9D39247E33776D41, 0x2AF7398005AAA5C7, …"
        onInput={(e) => onChange(e.currentTarget.value)}
      />
      <p class="hint">
        <label class="file">
          or choose a file <input type="file" onChange={choose} />
        </label>
        {text !== '' && (
          <button type="button" class="link" onClick={() => onChange('')}>
            Clear
          </button>
        )}
      </p>
    </>
  )
}

/** Shape is how the keys of a table are ordered, and how wide they are. */
function Shape({ state, go }: { state: State; go: Go }) {
  return (
    <div class="row">
      <label>
        Order of the keys
        <select value={state.layout} onChange={(e) => go({ layout: e.currentTarget.value }, 'replace')}>
          <option value="">as the table states</option>
          {layouts.map((l) => (
            <option key={l}>{l}</option>
          ))}
        </select>
      </label>
      <label>
        Width, bits
        <input
          type="number"
          min="1"
          max="128"
          value={state.bits}
          placeholder="64"
          onInput={(e) => go({ bits: e.currentTarget.value }, 'replace')}
        />
      </label>
    </div>
  )
}
