// Small parts that several panels show.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { ComponentChildren, JSX } from 'preact'
import type { Counts, Failure, Query } from './api'
import { integer, percent, total } from './format'

/** Bar shows how often White won, nobody did, and Black won. */
export function Bar({ counts, wide }: { counts: Counts; wide?: boolean }) {
  const sum = total(counts)
  if (sum === 0) return <span class="muted">no results</span>
  const parts = [
    ['white', counts.white],
    ['draws', counts.draws],
    ['black', counts.black],
  ] as const
  let x = 0
  const [won, drawn, lost] = [counts.white, counts.draws, counts.black].map((n) => percent(n / sum))
  const words = `White won ${won}, drawn ${drawn}, Black won ${lost}`
  return (
    <span class={wide ? 'bar wide' : 'bar'} title={words}>
      <span class="unseen">{words}</span>
      <svg aria-hidden="true">
        {parts.map(([name, n]) => {
          const share = (100 * n) / sum
          const left = x
          x += share
          return (
            <g key={name} class={name}>
              <rect x={`${left}%`} width={`${share}%`} height="100%" />
              {share >= (wide ? 8 : 20) && (
                <text x={`${left + share / 2}%`} y="50%">
                  {Math.round(share)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </span>
  )
}

interface TroubleProps {
  failure: Failure
  retry: () => void
  close?: () => void // what cannot be shown
  help?: ComponentChildren // buttons that change a question that is refused
}

/** same says whether a question would be answered the same again. */
const same = (f: Failure) => f.status >= 400 && f.status < 429

/** Trouble says what failed, and offers to try again, or what helps if the answer would be the same. */
export function Trouble({ failure, retry, close, help }: TroubleProps) {
  return (
    <div class="trouble" role="alert">
      <p>{failure.message}</p>
      {same(failure) ? (
        help
      ) : (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
      {close && (
        <button type="button" onClick={close}>
          Close
        </button>
      )}
    </div>
  )
}

/** Answer shows the data of a query, or that it is under way. A failure is said elsewhere, unless alert is set. */
export function Answer<T>(props: {
  query: Query<T>
  alert?: boolean
  help?: ComponentChildren // see Trouble
  skeleton?: (before: T | undefined) => ComponentChildren
  children: (data: T) => ComponentChildren
}) {
  const { query, skeleton, alert, help } = props
  const slow = useSlow(query.waiting)
  if (query.failure && alert) return <Trouble failure={query.failure} retry={query.retry} help={help} />
  if (query.data !== undefined) return <>{props.children(query.data)}</>
  const shape = skeleton?.(query.before)
  return (
    <div class="waiting" aria-busy={query.waiting}>
      {shape ?? (slow && <p class="muted">Loading…</p>)}
    </div>
  )
}

/** Lines stand for rows of a table whose data is under way. */
export function Lines({ of }: { of: number }) {
  return (
    <div class="lines" aria-hidden="true">
      {Array.from({ length: Math.max(1, Math.min(of, 24)) }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  )
}

/** useSlow is true once waiting has taken so long that it should be seen. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), 200)
    return () => clearTimeout(timer)
  }, [waiting])
  return slow && waiting
}

/** Choice is a row of buttons of which one is pressed. */
export function Choice<T extends string>(props: {
  label: string
  value: T
  of: [T, string][]
  onChange: (value: T) => void
}) {
  return (
    <div class="choice" role="group" aria-label={props.label}>
      {props.of.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {text}
        </button>
      ))}
    </div>
  )
}

type InputProps = JSX.IntrinsicElements['input']

interface FieldProps extends Pick<
  InputProps,
  'type' | 'placeholder' | 'pattern' | 'min' | 'max' | 'step' | 'inputMode' | 'required' | 'disabled' | 'aria-label'
> {
  list?: string
  value: string
  onCommit: (value: string) => void // Enter, or the focus leaves
  onType?: (value: string) => void
}

/** Field is an input that keeps what is typed until it is committed, whatever else changes on the page. */
export function Field({ value, onCommit, onType, ...rest }: FieldProps) {
  const [text, setText] = useState(value)
  useLayoutEffect(() => setText(value), [value]) // at once: later, it would take back what is typed meanwhile
  return (
    <input
      {...(rest as object)}
      value={text}
      autocomplete="off"
      spellcheck={false}
      onInput={(e) => {
        setText(e.currentTarget.value)
        onType?.(e.currentTarget.value)
      }}
      onChange={(e) => e.currentTarget.reportValidity() && onCommit(e.currentTarget.value.trim())}
    />
  )
}

/** Pager steps through pages of a list. */
export function Pager(props: {
  skip: number
  limit: number
  shown: number
  total: number
  what: string
  onSkip: (skip: number) => void
}) {
  const { skip, limit, shown, total: all } = props
  const range = shown === 0 ? 'none' : `${integer(skip + 1)}–${integer(skip + shown)}`
  return (
    <nav class="pager" aria-label={`Pages of ${props.what}`}>
      <button type="button" disabled={skip === 0} onClick={() => props.onSkip(Math.max(0, skip - limit))}>
        Previous
      </button>
      <span aria-live="polite">
        {range} of {integer(all)}
      </span>
      <button type="button" disabled={skip + shown >= all} onClick={() => props.onSkip(skip + limit)}>
        Next
      </button>
    </nav>
  )
}

/** Copy is a button that copies a text. */
export function Copy({ text, children }: { text: () => string; children: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
    } catch {
      // no permission, or not a secure origin
      const area = document.createElement('textarea')
      area.value = text()
      document.body.append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
    }
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button type="button" onClick={copy}>
      {done ? 'Copied' : children}
    </button>
  )
}
