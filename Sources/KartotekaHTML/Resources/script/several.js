// Several records: with Shift, a click ticks all rows from the last one that was ticked.

import { $, $$, atLast, on, own } from './page.js'
import { storage } from './fields.js'
import { ticksKey } from './rows.js'

let last

// Otherwise the click would extend the selection of text, and its label would tick nothing.
on('mousedown', '#several .ticks', (label, event) => { if (event.shiftKey) event.preventDefault() })
// Firefox does not pass a press with Shift on from a label.
on('click', '#several .ticks label', (label, event) => {
  if (!event.shiftKey || event.target.matches('input')) return
  event.preventDefault()
  const box = $('input', label)
  box.checked = !box.checked
  tick(box, true)
  box.dispatchEvent(new Event('change', { bubbles: true }))
})
on('click', '#several .ticks input', (box, event) => tick(box, event.shiftKey))

const tick = (box, isRange) => {
  const boxes = $$('#several .ticks + .ticks input')
  const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((one, other) => one - other)
  if (isRange && from >= 0) for (const between of boxes.slice(from, to + 1)) between.checked = box.checked
  last = box
}

// The number of boxes that are ticked.
const counts = $('#several .counts')
const count = () => {
  const output = $('output', counts)
  const isAll = $('#several [name=_all]')?.checked
  const ticked = $$('#several .ticks input:not([name=_all]):checked').length
  output.textContent = isAll ? '' : output.dataset.count.replace('{number}', ticked)
}
if (counts) {
  for (const button of $$('button', counts)) button.remove()
  counts.hidden = false
  count()
  on('change', '#several .ticks input', count)
}

// Rows that were ticked in a list stay ticked there until the last step is taken, and again if it is refused or never arrives.
const key = ticksKey(location.pathname)
const kept = $$('form:has([name=_list]) [type=hidden]').map(field => field.name)
const idsAfter = start => [...new Set(kept.filter(name => name.startsWith(start)).map(name => name.slice(start.length)))]
const all = kept.includes('_all') ? location.href : undefined
if (kept.length && !storage?.getItem(key)) {
  storage?.setItem(key, JSON.stringify({ ids: idsAfter('tick-'), all, except: idsAfter('untick-') }))
}
let before
addEventListener('submit', event => {
  const form = /** @type {Element} */ (event.target)
  const isMerge = new URLSearchParams(location.search).has('list') && own(form, 'matches')('#merge')
  if (!isMerge && !own(form, 'matches')('#several:has([name=_list]):has([name=_count])')) return
  atLast(event, () => {
    before = storage?.getItem(key)
    storage?.removeItem(key)
  })
}, true)
addEventListener('stayed', () => { if (before && !storage?.getItem(key)) storage?.setItem(key, before) })
