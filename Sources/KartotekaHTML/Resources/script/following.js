// Conditions and values of fields follow what is typed: the server computes their formulas, since it alone knows related records
// and the present day.

import { $$, encoded, instead, load, on, onTyped, own, quietly } from './page.js'

const wait = 150
let timer, asking

// What a person has typed into a form, by the names of fields. Nothing is put over it.
const typed = new WeakMap()
const names = form => {
  if (!typed.has(form)) typed.set(form, new Set())
  return typed.get(form)
}

// A box has a hidden field of its name beside it.
const control = (form, name) =>
  [...own(form, 'elements')].find(field => field.name == name && field.type != 'hidden' && field.closest('.field'))
  ?? [...own(form, 'elements')].find(field => field.name == name && field.closest('.field'))

const text = field => field.type == 'checkbox' ? String(field.checked) : field.value

// A value goes into a field that shows what its formula came to before, and that nobody has typed into.
const put = (form, field, value) => {
  const place = field.closest('.field')
  const before = place.dataset.begins ?? ''
  if (names(form).has(field.name) || text(field) != before) return
  place.dataset.begins = value
  if (value == before) return
  if (field.type == 'checkbox') field.checked = value == 'true'
  else field.value = value
  // A field may write a value in its own way, as a day.
  place.dataset.begins = text(field)
  // It is no input that could get lost.
  if (field.options) for (const option of field.options) option.defaultSelected = option.selected
  else if (field.type == 'checkbox') field.defaultChecked = field.checked
  else field.defaultValue = field.value
  // Other scripts look at the field, too; it is not typed.
  field.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: 'followed' }))
}

// A form that came back has what was typed before: other texts than those of formulas.
const touched = form => {
  const others = $$('.field[data-begins] [name]:not([type=hidden])', form).filter(field => text(field) != field.closest('.field').dataset.begins)
  return [...names(form), ...others.map(field => field.name)].join(',')
}

const show = (form, page) => {
  for (const answer of $$('[data-followed]', page)) {
    const field = control(form, answer.dataset.followed)
    const place = field?.closest('.field')
    if (!place) continue
    const { unseen, needed, begins } = answer.dataset
    place.toggleAttribute('data-unseen', unseen != null)
    // The server says whether a record needs the value; a field that always does has no answer here.
    if (answer.hasAttribute('data-conditional')) field.required = needed != null
    if (begins != null && field.type != 'hidden') put(form, field, begins)
  }
}

const ask = async form => {
  // An answer to what was typed before does not come any more.
  asking = instead(asking)
  const { signal } = asking
  const body = encoded(form)
  body.set('_touched', touched(form))
  const { response, page } = await load(form.dataset.follow, { method: 'POST', body, signal })
  if (response.ok && form.isConnected && !signal.aborted) show(form, page)
}

const soon = form => {
  clearTimeout(timer)
  timer = setTimeout(() => quietly(ask(form)), wait)
}

onTyped('form[data-follow] [name]', (field, event) => {
  const { form } = field
  if (event.detail != 'followed' && field.type != 'hidden') names(form).add(field.name)
  soon(form)
})
on('change', 'form[data-follow]', form => soon(form))

// The page may be an older one, of another day.
const askAll = () => { for (const form of $$('form[data-follow]')) soon(form) }
askAll()
addEventListener('pageshow', event => { if (event.persisted) askAll() })
