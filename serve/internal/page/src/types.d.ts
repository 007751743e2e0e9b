// The part of cm-chessboard that the page uses; the package has no types of its own.

declare module 'cm-chessboard/src/Chessboard.js' {
  export const COLOR: { white: 'w'; black: 'b' }
  export const INPUT_EVENT_TYPE: Record<
    'moveInputStarted' | 'movingOverSquare' | 'validateMoveInput' | 'moveInputCanceled' | 'moveInputFinished',
    string
  >
  export interface InputEvent {
    type: string
    squareFrom: string
    squareTo: string
    legalMove?: boolean
  }
  export class Chessboard {
    constructor(context: HTMLElement, props: object)
    setPosition(fen: string, animated?: boolean): Promise<void>
    setOrientation(color: 'w' | 'b', animated?: boolean): Promise<void>
    enableMoveInput(handler: (e: InputEvent) => boolean | void): void
    destroy(): void
    view: {
      svg: SVGSVGElement
      squareHeight: number
      markersLayer: SVGGElement
      markersTopLayer: SVGGElement
      visualMoveInput: {
        createDraggablePiece(name: string): void
        moveDraggablePiece(x: number, y: number): void
        draggablePiece: SVGSVGElement | null
      }
    }
  }
}

declare module 'cm-chessboard/src/lib/Svg.js' {
  export const Svg: { removeElement(e: Element | null): void }
}

declare module '*.svg?raw' {
  const text: string
  export default text
}
