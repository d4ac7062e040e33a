// Several records: with Shift, a click ticks all rows from the last one that was ticked.

import { $, $$, on } from './page.js'

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
