import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** useWheel steps by the wheel over a board, unless the window is narrow and scrolls. */
export function useWheel(holder: RefObject<HTMLElement | null>, onWheel: (by: number) => void) {
  const latest = useRef(onWheel)
  latest.current = onWheel
  useEffect(() => {
    const wheel = (e: WheelEvent) => {
      if (e.deltaY === 0 || e.ctrlKey || !matchMedia('(min-width: 960px)').matches) return
      e.preventDefault()
      latest.current(e.deltaY > 0 ? 1 : -1)
    }
    holder.current!.addEventListener('wheel', wheel, { passive: false })
  }, [])
}
