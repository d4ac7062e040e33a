// The result of a calculation follows what is typed.

import { $, encoded, instead, on, quietly, read } from './page.js'

let asking, typed

const tryOut = async form => {
  const button = $('#trial')
  const body = encoded(form)
  body.set(button.name, button.value)
  const { signal } = asking = instead(asking)
  const { page } = await read(form.action, { method: 'POST', body, signal })
  const [mine, theirs] = [$('#result'), $('.field .err', page) ?? $('#result', page)]
  if (mine && theirs) mine.textContent = theirs.textContent
}

for (const type of ['input', 'change']) {
  on(type, 'form:has(#trial)', (form, event) => {
    if (event.isComposing) return
    clearTimeout(typed)
    typed = setTimeout(() => quietly(tryOut(form)), 150)
  })
}
on('submit', 'form:has(#trial)', (form, event) => {
  clearTimeout(typed)
  asking?.abort()
  if (event.submitter?.id != 'trial') return
  event.preventDefault()
  event.stopImmediatePropagation()
  quietly(tryOut(form))
}, true)
