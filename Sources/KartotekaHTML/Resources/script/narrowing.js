// A sheet with many rows, such as the fields to filter by: what is typed narrows them, and Return opens the first.

import { $, announce, encoded, on, onTyped, own, part, press, seeker } from './page.js'

const field = '#shape-find'

const look = async (text, signal) => {
  const form = $(field).form
  const url = new URL(own(form, 'action'))
  url.search = encoded(form).toString()
  const content = await part(url, 'found', signal)
  if (signal.aborted) return
  $('#shape-found').replaceChildren(...content.childNodes)
  announce($('#shape-found .under')?.textContent)
}
const { now, soon } = seeker(look)

onTyped(field, ({ value }) => soon(value))
on('submit', `form:has(${field})`, async (form, event) => {
  event.preventDefault()
  if (await now($(field).value)) press($('#shape-found a.row'))
})
