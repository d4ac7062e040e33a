// A sheet to choose in: its search filters while one types, and what was ticked stays ticked.

import { $, announce, encoded, instead, load, on, onTyped, own, quietly } from './page.js'

let choosing, typed

const choose = async (name, value) => {
  const form = $('#choice')
  const body = encoded(form)
  body.set('_deed', $('#seek').value)
  if (name) body.set(name, value)
  const mine = choosing = instead(choosing)
  const { response, page } = await load(own(form, 'action'), { method: 'POST', body, signal: mine.signal })
  if (choosing == mine) choosing = null
  const choices = $('#choices', page)
  if (!response.ok || !choices) return
  $('#choices').replaceChildren(...choices.childNodes)
  announce($('#choices [role=status]')?.textContent)
}

onTyped('#sq', () => {
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
// A press on one of several to choose from ends the choice, as on a telephone. Arrow keys only move it.
on('click', '#choices label', (label, { detail, target }) => {
  // The browser sends the press on to the radio button, and checks it, after this event.
  if (!detail || target.matches('input') || !$('[type=radio]', label)) return
  setTimeout(() => $('#choice')?.requestSubmit($('#choice header .main')))
})
