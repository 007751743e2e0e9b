// The frame of the page: tabs, theme, help, keys that work everywhere.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Stats, useFreshness, useQuery } from './api'
import { Explorer } from './explorer/explorer'
import { typing } from './explorer/hooks'
import { games, integer } from './format'
import { Help } from './help'
import { KeysTab } from './keys/keys'
import { format, type Go, type State, useRoute } from './state'

/** App is the page. It shows the explorer once a promise has ended, which does not fail. */
export function App({ after }: { after: Promise<unknown> }) {
  const [begun, begin] = useState(false)
  useEffect(() => void after.then(() => begin(true)), [])
  const [state, go] = useRoute()
  const stats = useQuery<Stats>('./stats')
  useFreshness()
  const [said, announce] = useAnnouncer()
  const keys = useRef(false) // was looked at, and stays: an audit takes minutes
  if (state.tab === 'keys') keys.current = true
  const help = useRef<HTMLDialogElement>(null)
  useKeys(go, state, () => help.current?.showModal())
  useEffect(() => {
    document.title = (state.tab === 'keys' ? 'Keys' : 'Explorer') + ' · ' + (stats.data?.name || 'zobrist')
  }, [state.tab, stats.data])
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <Tabs state={state} go={go} keys={stats.data?.features.includes('keys') ?? true} />
        <p class="about">
          {stats.data && `${stats.data.name}: ${games(stats.data.games)}, ${integer(stats.data.positions)} positions`}
        </p>
        <Theme />
        <button
          type="button"
          class="help"
          aria-label="Help"
          title="Help (?)"
          onClick={() => help.current?.showModal()}>
          ?
        </button>
      </header>
      {state.tab === 'explorer' &&
        (begun && (stats.data || stats.failure) ? (
          <Explorer state={state} go={go} stats={stats} announce={announce} />
        ) : (
          <main id="content" aria-busy="true" />
        ))}
      {keys.current && <KeysTab state={state} go={go} announce={announce} />}
      <p class="unseen" role="status" aria-live="polite" id="said">
        {said}
      </p>
      <Help
        dialog={help}
        version={stats.data?.version}
        name={stats.data?.game}
        features={stats.data?.features ?? []}
      />
    </>
  )
}

function Tabs({ state, go, keys }: { state: State; go: Go; keys: boolean }) {
  const tab = (name: State['tab'], text: string) => (
    <a
      href={location.pathname + format({ ...state, tab: name })}
      aria-current={state.tab === name ? 'page' : undefined}
      onClick={(e) => {
        if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return
        e.preventDefault()
        go({ tab: name })
      }}>
      {text}
    </a>
  )
  return (
    <nav class="tabs" aria-label="Tabs">
      <span class="mark">zobrist</span>
      {tab('explorer', 'Explorer')}
      {keys && tab('keys', 'Keys')}
    </nav>
  )
}

type ThemeName = 'auto' | 'light' | 'dark'

function Theme() {
  const [theme, setTheme] = useState<ThemeName>(storedTheme)
  useLayoutEffect(() => {
    // before the next frame, so that the page never shows the other colours
    document.documentElement.dataset.theme = theme
    try {
      localStorage.setItem('theme', theme)
    } catch {
      /* it lasts as long as the page */
    }
  }, [theme])
  return (
    <label class="theme">
      <span class="unseen">Colours</span>
      <select value={theme} onChange={(e) => setTheme(e.currentTarget.value as ThemeName)}>
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}

function storedTheme(): ThemeName {
  try {
    const t = localStorage.getItem('theme')
    if (t === 'light' || t === 'dark') return t
  } catch {
    /* as the system has it */
  }
  return 'auto'
}

function useAnnouncer(): [string, (text: string) => void] {
  const [said, setSaid] = useState('')
  return [said, useCallback((text: string) => setSaid(text), [])]
}

function useKeys(go: Go, state: State, help: () => void) {
  useLayoutEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return
      if (e.key === 'Escape' && e.target instanceof HTMLElement && typing(e.target) && !e.target.closest('dialog')) {
        e.target.blur()
        return
      }
      if (typing(e.target)) return
      if (e.key === '?') help()
      else if (e.key === '/') document.getElementById(state.tab === 'keys' ? 'table' : 'entry')?.focus()
      else if (e.key === 'f' && state.tab === 'explorer') go({ flip: !state.flip }, 'replace')
      else if (e.key === 'Escape' && state.game) go({ game: '', node: -1 })
      else return
      e.preventDefault()
    }
    addEventListener('keydown', key)
    return () => removeEventListener('keydown', key)
  })
}
