// Rules of the application are told before Save: the server checks a form when one of its fields has been filled in.

import { $$, announce, encoded, instead, load, on, quietly } from './page.js'

let checking

// The faults of rules alone: those of a form that came back stay until it is saved.
const show = (form, page) => {
  const before = $$('[data-rule]', form)
  const texts = before.map(fault => fault.textContent)
  for (const fault of before) {
    const field = form.elements[fault.dataset.rule]
    field.ariaInvalid = null
    field.removeAttribute('aria-describedby')
    fault.remove()
  }
  for (const fault of $$('[data-rule]', page)) {
    const field = form.elements[fault.dataset.rule]
    // What nobody has reached yet, and what Save has said, needs no word.
    if (!field?.value || field.ariaInvalid) continue
    fault.id = field.id + '-e'
    field.closest('.field')?.append(fault)
    field.ariaInvalid = 'true'
    field.setAttribute('aria-describedby', fault.id)
    if (!texts.includes(fault.textContent)) announce(fault.textContent)
  }
}

on('change', 'form[data-check]', async form => {
  checking = instead(checking)
  const request = load(form.dataset.check, { method: 'POST', body: encoded(form), signal: checking.signal })
  const answer = await quietly(request)
  if (!answer) return
  if (answer.response.ok && form.isConnected) show(form, answer.page)
})
