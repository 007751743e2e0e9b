// Arrows and squares that the reader draws with the right button of the mouse.

import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** squareAt is the square of the board under the pointer, '' outside. */
export function squareAt(e: PointerEvent, board: HTMLElement, flip: boolean): string {
  const box = board.getBoundingClientRect()
  const x = Math.floor((8 * (e.clientX - box.left)) / box.width)
  const y = Math.floor((8 * (e.clientY - box.top)) / box.height)
  if (x < 0 || x > 7 || y < 0 || y > 7) return ''
  return 'abcdefgh'[flip ? 7 - x : x] + (flip ? y + 1 : 8 - y)
}

/**
 * useDrawn lists what is drawn: e2e4 for an arrow, e4e4 for a square. Drawn again, it is taken away; the left button
 * and another position take all away.
 */
export function useDrawn(board: RefObject<HTMLElement | null>, fen: string, flip: boolean): string[] {
  const [drawn, setDrawn] = useState<string[]>([])
  const turned = useRef(flip)
  turned.current = flip
  useEffect(() => setDrawn((all) => (all.length ? [] : all)), [fen])
  useEffect(() => {
    const holder = board.current!
    let from = ''
    const down = (e: PointerEvent) => {
      from = e.button === 2 ? squareAt(e, holder, turned.current) : ''
      if (e.button === 0) setDrawn((all) => (all.length ? [] : all))
    }
    const up = (e: PointerEvent) => {
      const to = from && e.button === 2 ? squareAt(e, holder, turned.current) : ''
      const one = from + to
      from = ''
      if (to) setDrawn((all) => (all.includes(one) ? all.filter((a) => a !== one) : [...all, one]))
    }
    const menu = (e: Event) => e.preventDefault()
    holder.addEventListener('pointerdown', down)
    holder.addEventListener('contextmenu', menu)
    addEventListener('pointerup', up)
    return () => {
      holder.removeEventListener('pointerdown', down)
      holder.removeEventListener('contextmenu', menu)
      removeEventListener('pointerup', up)
    }
  }, [])
  return drawn
}
