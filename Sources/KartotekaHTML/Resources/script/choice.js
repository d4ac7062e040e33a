// A sheet to choose in: its search filters while one types, and what was ticked stays ticked.

import { $, announce, encoded, instead, load, on, quietly } from './page.js'

let choosing, typed

const choose = async (name, value) => {
  const form = $('#choice')
  const body = encoded(form)
  body.set('_deed', $('#seek').value)
  if (name) body.set(name, value)
  const mine = choosing = instead(choosing)
  const { response, page } = await load(form.action, { method: 'POST', body, signal: mine.signal })
  if (choosing == mine) choosing = null
  const choices = $('#choices', page)
  if (!response.ok || !choices) return
  $('#choices').replaceChildren(...choices.childNodes)
  announce($('#choices [role=status]')?.textContent)
}

on('input', '#sq', (field, event) => {
  if (event.isComposing) return
  clearTimeout(typed)
  typed = setTimeout(() => quietly(choose()), 120)
})
on('submit', '#choice', (form, event) => {
  const { submitter } = event
  if (submitter.id != 'seek' && submitter.name != '_more') return
  event.preventDefault()
  clearTimeout(typed)
  quietly(choose(submitter.name, submitter.value))
})
// What is ticked while rows are on their way goes with another question.
on('change', '#choices input', () => choosing && quietly(choose()))
