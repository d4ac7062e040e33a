// A long press on a row of a list, or a press on "Change several", begins to tick rows. Few visits do: the rest is loaded then.

import { $, isModified, on, rows, waiting } from './page.js'
import { storage } from './fields.js'
import { idOf, kind, ticksKey } from './rows.js'

// As long as Android and iOS take for their own, and as far as a resting finger moves.
const [longPress, slack] = [500, 10]
let timer, start
// The finger that has ticked a row is still down on it: what the browser makes of its end is no press.
let isHeld = false

const several = () => $('.list .bar a[href*="/several"]')
// Boards, calendars and maps have no rows to tick. Their link leads to a page that has.
const canTick = () => several() && $('.grid .no a, ul > li > a.row', rows ?? document.createElement('p'))
const load = () => import('./ticking.js')
/** @type {Promise<unknown> | undefined} */
let beginning
// What is pressed while this begins is pressed once.
const begin = row => {
  if (beginning && !row) return
  const { href } = several()
  const done = waiting()
  beginning = load().then(ticking => ticking.begin(row)).catch(() => location.assign(href)).finally(() => {
    beginning = undefined
    done()
  })
}

const isTouch = event => event.pointerType == 'touch'
const end = () => clearTimeout(timer)
const row = '#rows :is(a.row, .no a)'

on('pointerdown', row, (row, event) => {
  end()
  isHeld = false
  if (!isTouch(event) || !canTick() || !idOf(row.pathname)) return
  start = event
  timer = setTimeout(() => {
    isHeld = true
    begin(row)
  }, longPress)
})
for (const type of ['pointerup', 'pointercancel', 'scroll']) addEventListener(type, end, true)
addEventListener('pointermove', ({ clientX, clientY }) => {
  if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > slack) end()
})
on('click', row, (row, event) => {
  if (!isHeld) return
  isHeld = false
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)
// The browser's own menu for links would cover the page.
on('contextmenu', row, (row, event) => {
  if (isTouch(event) && canTick() && idOf(row.pathname)) event.preventDefault()
})

kind.ticks = link => Boolean(link.matches('.list .bar a[href*="/several"]') && canTick())
on('click', '.list .bar a[href*="/several"]', (link, event) => {
  if (event.defaultPrevented || isModified(event) || !canTick()) return
  event.preventDefault()
  begin()
})

// Rows that were ticked before somebody went on to a step and came back, or before a filter that left one row.
const resume = () => {
  const kept = !$('#ticking') && canTick() && storage?.getItem(ticksKey(new URL(several().href).pathname))
  if (kept && !JSON.parse(kept).isResting) begin()
}
addEventListener('settled', resume)
resume()
