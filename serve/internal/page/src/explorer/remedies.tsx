// What helps when the server refuses a question: its words name the parameter.

import type { Failure } from '../api'
import { type FilterName, type Filters, type Go, initial, type State } from '../state'
import { condition, labels } from './filters'

/** ambiguous are the names of players that a name may mean, as the server lists them. */
export function ambiguous(reason: string): string[] {
  const list = /may be any of \d+ players: (.*)$/.exec(reason)?.[1] ?? ''
  return list
    .split('; ')
    .map((name) => name.replace(/\.$/, ''))
    .filter((name) => name && !/^(write one name whole|and \d+ more)$/.test(name))
}

/** filterOf is the filter that a reason is about; an opponent is asked for by colour. */
function filterOf(reason: string, filters: Filters): FilterName | undefined {
  const name = /^([a-z-]+)(:| does not apply)/.exec(reason)?.[1] ?? ''
  if ((name === 'white' || name === 'black') && filters.opponent) return 'opponent'
  return name in labels && filters[name as FilterName] ? (name as FilterName) : undefined
}

/** Remedies are buttons that change what the server refused. */
export function Remedies({ failure, state, go }: { failure: Failure; state: State; go: Go }) {
  const { reason } = failure
  const filter = filterOf(reason, state.filters)
  const without = () => {
    const rest: Filters = { ...state.filters }
    delete rest[filter!]
    if (filter === 'player') delete rest.color
    if (!rest.color) delete rest.opponent
    go({ filters: rest, skip: 0 })
  }
  const button = (text: string, onClick: () => void) => (
    <button key={text} type="button" onClick={onClick}>
      {text}
    </button>
  )
  const names = filter === 'player' || filter === 'opponent' ? ambiguous(reason) : []
  if (names.length > 0)
    return (
      <>{names.map((name) => button(name, () => go({ filters: { ...state.filters, [filter!]: name }, skip: 0 })))}</>
    )
  const all = []
  if (filter) all.push(button(`Leave out ${condition(filter, state.filters[filter])}`, without))
  if (/^(by|corner)\b|--views/.test(reason) && state.by)
    all.push(button('Compare whole positions', () => go({ by: '', corner: '', skip: 0 })))
  if (/^order\b/.test(reason))
    all.push(button('By rating', () => go({ order: initial.order, reverse: false, skip: 0 })))
  if (/^(skip|limit)\b/.test(reason)) all.push(button('First page', () => go({ skip: 0 })))
  if (all.length > 0) return <>{all}</>
  if (Object.keys(state.filters).length > 0) all.push(button('Clear all filters', () => go({ filters: {}, skip: 0 })))
  else all.push(button('Start position', () => go({ fen: '', play: [], at: 0, by: '', corner: '', skip: 0 })))
  return <>{all}</>
}
