// Conditions and values of fields follow what is typed: the server computes their formulas, since it alone knows related records
// and the present day.

import { shown } from './fields.js'
import { $$, encoded, instead, load, on, onTyped, own, quietly } from './page.js'

// In milliseconds: how long nothing is typed before the server is asked, and how long Save waits for its answer at most.
const [wait, patience] = [150, 3000]

/**
 * A form that follows: a page may have two, a record and the sheet above it. It has the names of the fields that a person has
 * typed into: nothing is put over that.
 * @typedef {{ typed: Set<string>, asked?: string, timer?: ReturnType<typeof setTimeout>, request?: AbortController,
 *   answer?: Promise<unknown>, isSending?: boolean }} Following
 */
/** @type {WeakMap<HTMLFormElement, Following>} */
const known = new WeakMap()
/** @type {(form: HTMLFormElement) => Following} */
const of = form => {
  const following = known.get(form) ?? { typed: new Set() }
  known.set(form, following)
  return following
}

// A box has a hidden field of its name beside it.
const control = (form, name) =>
  [...own(form, 'elements')].find(field => field.name == name && field.type != 'hidden' && field.closest('.field'))
  ?? [...own(form, 'elements')].find(field => field.name == name && field.closest('.field'))

// The text of a formula, which of a box is yes or no.
const begun = field => {
  const { begins = '' } = field.closest('.field').dataset
  return field.type == 'checkbox' ? String(begins == 'true') : begins
}

// A field that has had a value and is empty was emptied; any other gets the value of its formula also when the record is saved.
const note = (form, name) => {
  const mark = own(form, 'elements').namedItem('_begun')
  const names = mark?.value.split(',').filter(Boolean) ?? []
  if (mark && !names.includes(name)) mark.value = [...names, name].join(',')
}

// A value goes into a field that shows what its formula came to before, and that nobody has typed into.
const put = (form, field, value) => {
  const place = field.closest('.field')
  if (of(form).typed.has(field.name) || shown(field) != begun(field)) return
  place.dataset.begins = value
  if (begun(field) == shown(field)) return
  if (field.type == 'checkbox') field.checked = value == 'true'
  else field.value = value
  // A field may write a value in its own way, as a day.
  place.dataset.begins = shown(field)
  // It is no input that could get lost.
  if (field.options) for (const option of field.options) option.defaultSelected = option.selected
  else if (field.type == 'checkbox') field.defaultChecked = field.checked
  else field.defaultValue = field.value
  if (shown(field)) note(form, field.name)
  // Other scripts look at the field, too; it is not typed.
  field.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: 'followed' }))
}

// A form that came back has what was typed before: other texts than those of formulas.
const touched = form => {
  const others = $$('.field[data-begins] [name]:not([type=hidden])', form).filter(field => shown(field) != begun(field))
  return [...of(form).typed, ...others.map(field => field.name)].join(',')
}

const show = (form, page) => {
  for (const answer of $$('[data-followed]', page)) {
    const field = control(form, answer.dataset.followed)
    const place = field?.closest('.field')
    if (!place) continue
    const { unseen, needed, begins } = answer.dataset
    // What Save has found a fault with stays in sight, or nobody could mend it.
    place.toggleAttribute('data-unseen', unseen != null && !field.ariaInvalid)
    // The server says whether a record needs the value; a field that always does has no answer here.
    if (answer.hasAttribute('data-conditional')) field.required = needed != null
    if (begins != null && field.type != 'hidden') put(form, field, begins)
  }
}

const content = form => {
  const body = encoded(form)
  body.set('_touched', touched(form))
  return body
}

const ask = form => {
  const following = of(form)
  clearTimeout(following.timer)
  following.timer = undefined
  // An answer to what was typed before does not come any more.
  const { signal } = following.request = instead(following.request)
  const body = content(form)
  following.asked = String(body)
  const read = async () => {
    try {
      const { response, page } = await load(form.dataset.follow, { method: 'POST', body, signal })
      if (signal.aborted) return
      if (!response.ok) following.asked = undefined
      else if (form.isConnected) {
        const isSame = String(content(form)) == following.asked
        show(form, page)
        // What was put in needs no other answer.
        if (isSame) following.asked = String(content(form))
      }
    } catch (error) {
      if (!signal.aborted) following.asked = undefined
      throw error
    }
  }
  const answer = quietly(read()).finally(() => { if (following.answer == answer) following.answer = undefined })
  following.answer = answer
  return answer
}

const soon = form => {
  const following = of(form)
  clearTimeout(following.timer)
  following.timer = undefined
  if (String(content(form)) == following.asked) return
  following.timer = setTimeout(() => ask(form), wait)
}

onTyped('form[data-follow] [name]', (field, event) => {
  const { form } = field
  if (event.detail == 'followed') return
  if (field.type != 'hidden') {
    of(form).typed.add(field.name)
    if (field.closest('.field[data-begins]')) note(form, field.name)
  }
  soon(form)
})
on('change', 'form[data-follow]', form => soon(form))

// Whoever presses Return at once saves what the formulas come to, and not what they came to before the last letters.
on('submit', 'form[data-follow]', async (form, event) => {
  const following = of(form)
  if (event.defaultPrevented) return
  if (!following.isSending && !following.timer && !following.answer) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (following.isSending) return
  following.isSending = true
  const { submitter } = event
  const end = new Promise(done => setTimeout(done, patience))
  await Promise.race([following.timer ? ask(form) : following.answer, end])
  following.isSending = false
  // Without an answer the form is sent as it is.
  clearTimeout(following.timer)
  following.request?.abort()
  following.timer = following.answer = undefined
  if (form.isConnected) own(form, 'requestSubmit')(submitter?.isConnected ? submitter : null)
}, true)

// The page may be an older one, of another day.
const askAll = () => { for (const form of $$('form[data-follow]')) ask(form) }
askAll()
addEventListener('pageshow', event => { if (event.persisted) askAll() })
