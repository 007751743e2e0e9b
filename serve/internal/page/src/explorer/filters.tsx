// Which games count.

import { useEffect, useRef, useState } from 'preact/hooks'
import { type Players, url, useQuery } from '../api'
import { games, integer } from '../format'
import { Field } from '../parts'
import type { GameName } from '../game'
import { type FilterName, type Filters, filterNames, type Go } from '../state'

const results = [
  ['1-0', 'White won'],
  ['1/2-1/2', 'Drawn'],
  ['0-1', 'Black won'],
]
const byColor = [
  ['black', 'Black won'],
  ['1/2-1/2', 'Drawn'],
  ['white', 'White won'],
]
const speeds = ['ultraBullet', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence']
/** labels are the names of the filters in words. */
export const labels: Record<FilterName, string> = {
  player: 'player',
  color: 'with',
  opponent: 'against',
  event: 'event',
  eco: 'ECO',
  since: 'since',
  until: 'until',
  rating: 'rating',
  'white-rating': 'White’s rating',
  'black-rating': 'Black’s rating',
  result: 'result',
  speeds: 'speed',
  rank: 'rank',
  'white-rank': 'White’s rank',
  'black-rank': 'Black’s rank',
  handicap: 'handicap',
}

/** condition is a filter with its value, as it is shown: "with White". */
export const condition = (name: FilterName, value = '') =>
  `${labels[name]} ${name === 'color' ? value.replace(/^./, (c) => c.toUpperCase()) : value}`

interface Props {
  game: GameName
  filters: Filters
  go: Go
  features: string[]
  all?: number // games of the index
}

/** FilterPanel edits the filters, and says which are set while it is closed. */
export function FilterPanel({ game, filters, go, features, all }: Props) {
  const panel = useClosing()
  const set = (change: Filters) => {
    const next = { ...filters, ...change }
    if (!next.player) delete next.color
    if (!next.color) delete next.opponent
    for (const name of filterNames) if (!next[name]) delete next[name]
    go({ filters: next, skip: 0 })
  }
  const active = filterNames.filter((name) => filters[name])
  const everything = all === undefined ? 'all games' : `all ${games(all)}`
  const fields = { filters, set, features }
  return (
    <details class="filters" ref={panel}>
      <summary>
        <b>Filters</b>
        <span class="muted">{active.map((name) => condition(name, filters[name])).join(', ') || everything}</span>
      </summary>
      <form onSubmit={(e) => e.preventDefault()}>
        <PlayerFields {...fields} />
        <EventFields {...fields} />
        {game === 'baduk' ? <RankFields {...fields} /> : <RatingFields {...fields} />}
        <Checks
          legend="Result"
          of={game === 'chess' ? results : byColor}
          value={filters.result}
          onChange={(result) => set({ result })}
        />
        {(features.includes('speeds') || filters.speeds) && (
          <Checks
            legend="Speed"
            of={speeds.map((s) => [s, s])}
            value={filters.speeds}
            onChange={(s) => set({ speeds: s })}
          />
        )}
        <button type="button" disabled={active.length === 0} onClick={() => go({ filters: {}, skip: 0 })}>
          Clear all filters
        </button>
      </form>
    </details>
  )
}

/** useClosing closes a panel when the reader clicks beside it. */
function useClosing() {
  const panel = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const outside = (e: Event) => {
      if (!panel.current?.contains(e.target as Node)) panel.current!.open = false
    }
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [])
  return panel
}

interface FieldsProps {
  filters: Filters
  set: (change: Filters) => void
  features: string[]
}

function PlayerFields({ filters, set, features }: FieldsProps) {
  return (
    <>
      <PlayerField
        id="players"
        label="Player"
        value={filters.player ?? ''}
        suggest={features.includes('players')}
        onChange={(player) => set({ player })}
      />
      <label>
        Colour
        <select
          value={filters.color ?? ''}
          disabled={!filters.player}
          onChange={(e) => set({ color: e.currentTarget.value })}>
          <option value="">either</option>
          <option value="white">White</option>
          <option value="black">Black</option>
        </select>
      </label>
      <PlayerField
        id="opponents"
        label="Opponent"
        disabled={!filters.color}
        value={filters.opponent ?? ''}
        suggest={features.includes('players')}
        onChange={(opponent) => set({ opponent })}
      />
    </>
  )
}

function EventFields({ filters, set, features }: FieldsProps) {
  const date = '\\d{4}(-\\d\\d(-\\d\\d)?)?'
  return (
    <>
      <Text label="Event" value={filters.event} onChange={(event) => set({ event })} />
      {features.includes('eco') && (
        <Text label="ECO" hint="B90, B9" value={filters.eco} onChange={(eco) => set({ eco })} />
      )}
      <Text
        label="Since"
        hint="1990 or 1990-07-21"
        pattern={date}
        value={filters.since}
        onChange={(since) => set({ since })}
      />
      <Text
        label="Until"
        hint="1999 or 1999-12"
        pattern={date}
        value={filters.until}
        onChange={(until) => set({ until })}
      />
    </>
  )
}

/** RankFields are those of Go. */
function RankFields({ filters, set }: FieldsProps) {
  const rank = (label: string, hint: string, name: FilterName) => (
    <Text label={label} hint={hint} value={filters[name]} onChange={(r) => set({ [name]: r })} />
  )
  return (
    <>
      {rank('Mean rank', '5k-3d, 1d-, 1p-', 'rank')}
      {rank('Black’s rank', '1d-9d', 'black-rank')}
      {rank('White’s rank', '-1k', 'white-rank')}
      <Text
        label="Handicap"
        hint="0, 2-4 or 2-"
        pattern="\d{1,2}(-\d{0,2})?|-\d{1,2}"
        value={filters.handicap}
        onChange={(handicap) => set({ handicap })}
      />
    </>
  )
}

function RatingFields({ filters, set }: FieldsProps) {
  const range = (label: string, name: FilterName) => (
    <Range label={label} value={filters[name]} onChange={(r) => set({ [name]: r })} />
  )
  return (
    <>
      {range('Mean rating', 'rating')}
      {range('White’s rating', 'white-rating')}
      {range('Black’s rating', 'black-rating')}
    </>
  )
}

interface TextProps {
  label: string
  value?: string
  hint?: string
  pattern?: string
  list?: string
  disabled?: boolean
  onChange: (v: string) => void
  onType?: (v: string) => void
}

function Text({ label, value, hint, pattern, list, disabled, onChange, onType }: TextProps) {
  return (
    <label>
      {label}
      <Field
        type="text"
        value={value ?? ''}
        placeholder={hint}
        pattern={pattern}
        list={list}
        disabled={disabled}
        onType={onType}
        onCommit={onChange}
      />
    </label>
  )
}

interface PlayerProps {
  id: string // of the list of names
  label: string
  value: string
  suggest: boolean
  disabled?: boolean
  onChange: (v: string) => void
}

/** PlayerField is a field for a name, with those that the server knows. */
export function PlayerField({ id, label, value, suggest, disabled, onChange }: PlayerProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), 150)
    return () => clearTimeout(timer)
  }, [typed])
  const names = useQuery<Players>(suggest && asked.length > 1 ? url('/players', { name: asked, limit: 20 }) : '')
  return (
    <div class="player">
      <Text
        label={label}
        value={value}
        hint={disabled ? 'Set colour first' : 'Name in the games'}
        disabled={disabled}
        list={id}
        onChange={onChange}
        onType={setTyped}
      />
      <datalist id={id}>
        {names.data?.players.map((p) => (
          <option key={p.name} value={p.name}>
            {integer(p.games)} games
          </option>
        ))}
      </datalist>
      {names.data?.total === 0 && (
        <p class="hint" role="status">
          No player’s name contains “{asked}”.
        </p>
      )}
    </div>
  )
}

function Range({ label, value, onChange }: { label: string; value?: string; onChange: (v: string) => void }) {
  const [least, most] = (value ?? '-').split('-')
  const set = (a: string, b: string) => onChange(a || b ? `${a}-${b}` : '')
  const input = (name: string, v: string, change: (v: string) => void) => (
    <Field
      type="number"
      min="0"
      max="4000"
      step="1"
      inputMode="numeric"
      value={v ?? ''}
      placeholder={name}
      aria-label={name}
      onCommit={change}
    />
  )
  return (
    <fieldset class="range">
      <legend>{label}</legend>
      {input('from', least, (v) => set(v, most))}
      <span aria-hidden="true">–</span>
      {input('to', most, (v) => set(least, v))}
    </fieldset>
  )
}

function Checks({
  legend,
  of,
  value,
  onChange,
}: {
  legend: string
  of: string[][]
  value?: string
  onChange: (v: string) => void
}) {
  const on = new Set((value ?? '').split(',').filter(Boolean))
  const toggle = (name: string) => {
    if (!on.delete(name)) on.add(name)
    onChange(
      of
        .map(([n]) => n)
        .filter((n) => on.has(n))
        .join(','),
    )
  }
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {of.map(([name, text]) => (
        <label key={name}>
          <input type="checkbox" checked={on.has(name)} onChange={() => toggle(name)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
