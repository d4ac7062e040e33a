// Records that are dragged with the mouse: to another column of a board, or to another time of a calendar.

import { desk, isModified, on } from './page.js'

let moving
let wasMoved = false

/** Whether a record is being dragged, or may be. */
export const isDragging = () => Boolean(moving)

/**
 * Lets records be dragged at a desk.
 * @param {string} handles what is pressed, and `links` the links that are no link while they are dragged
 * @param {string} links
 * @param {{ begin: (handle: any, event: any) => any, move: (state: any, event: any) => void,
 *   drop: (state: any, isCancelled: boolean) => any }} parts `begin` says what is dragged (`item`), or nothing where it can't be
 */
export const dragging = (handles, links, { begin, move, drop }) => {
  const end = isCancelled => {
    const state = moving
    moving = null
    wasMoved = state.began
    if (!state.began) return
    // It stays where it was dropped until the server has answered.
    Promise.resolve(drop(state, isCancelled)).then(() => {
      state.item.classList.remove('moving')
      state.item.style.translate = ''
    })
  }
  addEventListener('pointerdown', () => { wasMoved = false }, true)
  on('pointerdown', handles, (handle, event) => {
    if (!desk.matches || event.pointerType == 'touch' || isModified(event) || moving) return
    const state = begin(handle, event)
    if (state) moving = { ...state, began: false, from: event }
  })
  addEventListener('pointermove', event => {
    if (!moving) return
    const [x, y] = [event.clientX - moving.from.clientX, event.clientY - moving.from.clientY]
    if (!moving.began) {
      if (Math.hypot(x, y) < 5) return
      moving.began = true
      moving.item.classList.add('moving')
    }
    moving.item.style.translate = `${x}px ${y}px`
    move(moving, event)
  })
  addEventListener('pointerup', () => { if (moving) end(false) })
  addEventListener('pointercancel', () => { if (moving) end(true) })
  addEventListener('keydown', event => {
    if (!moving?.began || event.key != 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(true)
  }, true)
  // What was dragged was not pressed; links have a drag of their own.
  on('click', links, (_, event) => {
    if (wasMoved) {
      event.preventDefault()
      event.stopPropagation()
    }
    wasMoved = false
  }, true)
  on('dragstart', links, (_, event) => { if (desk.matches) event.preventDefault() })
}
