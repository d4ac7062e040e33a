// A sheet to choose in: its search filters while one types, and what was ticked stays ticked.

import { $, $$, active, announce, encoded, goTo, instead, isModified, load, on, onTyped, own, quietly } from './page.js'

let choosing, typed

const search = () => $('#sq').value.trim()
// What the rows were found for.
let foundFor = $('#sq')?.defaultValue.trim()

const inputs = () => $$('#choices input:is([type=radio], [type=checkbox])')

// New rows take the place of the others: the keyboard stays at the same one, and goes on at the first of those that are more.
const put = choices => {
  const before = active()
  const count = inputs().length
  const isWithin = $('#choices').contains(before)
  $('#choices').replaceChildren(...choices.childNodes)
  if (!isWithin) return
  const all = inputs()
  const same = all.find(each => each.name == before.name && each.value == before.value)
  goTo(same ?? all[count] ?? all[0] ?? $('#sq'))
}

const choose = async (name, value) => {
  const form = $('#choice')
  const body = encoded(form)
  body.set('_deed', $('#seek').value)
  if (name) body.set(name, value)
  const text = search()
  const mine = choosing = instead(choosing)
  const { response, page } = await load(own(form, 'action'), { method: 'POST', body, signal: mine.signal })
  if (choosing == mine) choosing = null
  const choices = $('#choices', page)
  if (!response.ok || !choices) return
  put(choices)
  foundFor = text
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
  setTimeout(finish)
})

const finish = () => $('#choice')?.requestSubmit($('#choice header .main'))

// Return takes the only one that is found. Of several it goes to the first: arrow keys move the choice, and Return ends it.
const take = async field => {
  const text = search()
  clearTimeout(typed)
  if (foundFor != text) await choose()
  if (foundFor != text || search() != text || active() != field) return
  const others = inputs().filter(each => each.value && !each.checked)
  const [first] = others
  if (!text || others.length > 1 || first?.type == 'checkbox') return goTo(first)
  if (!first) return
  first.checked = true
  finish()
}

on('keydown', '#sq, #choices input', (field, event) => {
  const { key } = event
  if (event.isComposing || isModified(event)) return
  if (key == 'ArrowDown' && field.id == 'sq') {
    event.preventDefault()
    goTo(inputs()[0])
  }
  if (key != 'Enter') return
  event.preventDefault()
  if (event.repeat) return
  if (field.id == 'sq') return quietly(take(field))
  if (field.type == 'radio') field.checked = true
  finish()
})
