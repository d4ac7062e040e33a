// A long press on a row of a list leads to the page on which several records are changed, with that one ticked.

import { $, on, visit } from './page.js'
import { idOf } from './rows.js'

// As long as Android and iOS take for their own, and as far as a resting finger moves.
const [longPress, slack] = [500, 10]
let timer, start

const isTouch = event => event.pointerType == 'touch'
const end = () => clearTimeout(timer)

on('pointerdown', '#rows a.row', (row, event) => {
  end()
  const [link, id] = [$('a[href*="/several"]'), idOf(row.pathname)]
  if (!isTouch(event) || !link || !id) return
  start = event
  timer = setTimeout(() => {
    const address = new URL(link.href)
    address.searchParams.set('tick', id)
    visit.isLeaving = true
    location.assign(address)
  }, longPress)
})
for (const type of ['pointerup', 'pointercancel', 'scroll']) addEventListener(type, end, true)
addEventListener('pointermove', ({ clientX, clientY }) => {
  if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > slack) end()
})
// The browser's own menu for links would cover the page.
on('contextmenu', '#rows a.row', (row, event) => {
  if (isTouch(event) && $('a[href*="/several"]') && idOf(row.pathname)) event.preventDefault()
})
