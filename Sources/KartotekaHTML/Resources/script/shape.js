// The result of a calculation follows what is typed, and the faulty part of a formula is selected.

import { $, $$, encoded, instead, on, onTyped, own, quietly, read } from './page.js'

// A newer question ends the older one.
const pause = 25

let asking, typed

// The server counts without spaces and marks around a text, and without controls of direction, which come with copied text.
const blank = /[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/
const control = /[\u202a-\u202e\u2066-\u2069]/
const typedPlaces = text => {
  const signs = [...Array(text.length).keys()]
  const first = signs.findIndex(place => !blank.test(text[place]))
  return signs.filter(place => place >= first && !control.test(text[place]))
}

const select = (field, { dataset: { from, to } }) => {
  const places = typedPlaces(field.value)
  field.focus()
  field.setSelectionRange(places[from], places[to - 1] + 1)
}

const tryOut = async (form, isPressed) => {
  const button = $('#trial')
  const { activeElement: focused } = document
  const body = encoded(form)
  const sent = String(body)
  body.set(button.name, button.value)
  const { signal } = asking = instead(asking)
  const { page } = await read(own(form, 'action'), { method: 'POST', body, signal })
  const [mine, fault] = [$('#result'), $('.field .err', page)]
  const theirs = fault ?? $('#result', page)
  // A text, or the preview of a document.
  if (mine && theirs) mine.replaceChildren(...theirs.childNodes)
  // Of several formulas the fault says of which one it is.
  if (mine && fault && $$('[data-words]', form).length > 1) {
    mine.prepend(`${$('label', fault.closest('.field')).textContent}: `)
  }
  // Who types on, or has gone to another field, types there.
  const isThere = isPressed && document.activeElement == focused && String(encoded(form)) == sent
  const marked = isThere && $('.field [data-from]', page)
  const field = marked && own(form, 'elements').namedItem(marked.name)
  if (field) select(field, marked)
}

const tryOutSoon = form => {
  clearTimeout(typed)
  typed = setTimeout(() => quietly(tryOut(form)), pause)
}
onTyped('form:has(#trial)', tryOutSoon)
on('change', 'form:has(#trial)', tryOutSoon)
on('submit', 'form:has(#trial)', (form, event) => {
  clearTimeout(typed)
  asking?.abort()
  if (event.submitter?.id != 'trial') return
  event.preventDefault()
  event.stopImmediatePropagation()
  quietly(tryOut(form, true))
}, true)

const refused = $('form:has(#trial) [data-from]')
if (refused) select(refused, refused)
