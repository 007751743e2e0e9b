// The chess pieces are of this project, under its licence (MIT). Each is drawn in a tile of 40 by 40.
import sprite from './pieces.svg?raw'

/** addSprite puts the pieces into the document, for every <use href="#wk"> in it. */
export function addSprite() {
  const id = 'cm-chessboard-sprite' // cm-chessboard fetches a sprite unless there is one of this name
  if (document.getElementById(id)) return
  const holder = document.createElement('div')
  holder.id = id
  holder.setAttribute('aria-hidden', 'true')
  const svg = new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement
  holder.append(document.importNode(svg, true))
  document.body.prepend(holder)
}
