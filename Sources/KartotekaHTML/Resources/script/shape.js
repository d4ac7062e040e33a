// The result of a calculation follows what is typed.

import { $, encoded, instead, on, onTyped, own, quietly, read } from './page.js'

let asking, typed

const tryOut = async form => {
  const button = $('#trial')
  const body = encoded(form)
  body.set(button.name, button.value)
  const { signal } = asking = instead(asking)
  const { page } = await read(own(form, 'action'), { method: 'POST', body, signal })
  const [mine, theirs] = [$('#result'), $('.field .err', page) ?? $('#result', page)]
  // A text, or the preview of a document.
  if (mine && theirs) mine.replaceChildren(...theirs.childNodes)
}

const tryOutSoon = form => {
  clearTimeout(typed)
  typed = setTimeout(() => quietly(tryOut(form)), 150)
}
onTyped('form:has(#trial)', tryOutSoon)
on('change', 'form:has(#trial)', tryOutSoon)
on('submit', 'form:has(#trial)', (form, event) => {
  clearTimeout(typed)
  asking?.abort()
  if (event.submitter?.id != 'trial') return
  event.preventDefault()
  event.stopImmediatePropagation()
  quietly(tryOut(form))
}, true)
