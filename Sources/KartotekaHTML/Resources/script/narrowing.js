// A sheet with many rows, such as the fields to filter by: what is typed narrows them, and Return opens the first.

import { $, $$, announce, encoded, on, onTyped, own, part, press, seeker } from './page.js'

const field = '#shape-find'

const look = async (text, signal) => {
  const form = $(field).form
  const url = new URL(own(form, 'action'))
  url.search = encoded(form).toString()
  const content = await part(url, 'found', signal)
  if (signal.aborted) return
  $('#shape-found').replaceChildren(...content.childNodes)
  const found = $$('#shape-found a.row')
  // How many there are, and the one that Return opens.
  announce($('#shape-found .under')?.textContent ?? `${found.length}: ${$('.t', found[0])?.textContent}`)
}
const { now, soon } = seeker(look)

onTyped(field, ({ value }) => soon(value))
on('submit', `form:has(${field})`, async (form, event) => {
  event.preventDefault()
  const text = $(field).value
  // Return without a text, as after a choice, and a value that is chosen already change nothing.
  if (text.trim() && await now(text) && $(field).value == text) press($('#shape-found a.row:not([aria-current])'))
})
