// A record with its lines: lines added and taken out without a new page. What is done is shown at once; what the server says
// of it is put into the lines that it is about, and never over what was typed since.

import { $, $$, announce, desk, draw, encoded, goTo, load, on, onTyped, own, quietly, seeker, waiting } from './page.js'
import { keepUnsaved } from './fields.js'
import { insist } from './insisting.js'
import { wake } from './leaving.js'
import { draft, recount } from './line-sums.js'
import { list, loadedValues, merge, newLine, number, valuesOf } from './line-merging.js'

const item = () => $('#item')

// The form as it is, with what a button would send; what the server makes of it, and what was sent.
const ask = async (deed, text = item()?.value ?? '', signal = undefined) => {
  const form = draft()
  number()
  const body = encoded(form)
  body.set('_deed', deed)
  if (item()) body.set(item().name, text)
  const sent = valuesOf()
  const { response, page } = await load(own(form, 'action'), { method: 'POST', body, signal })
  if (!response.ok || !$('#lines-form', page)) throw 'refused'
  draw(page)
  return { page, sent }
}

// Puts parts of a page in place of the same parts of this one.
const place = (page, ...selectors) => {
  for (const selector of selectors) {
    const [mine, theirs] = [$$(selector, draft()), $$(selector, page)]
    if (mine.length == theirs.length) mine.forEach((node, index) => node.replaceChildren(...theirs[index].childNodes))
  }
}

const put = ({ page, sent }, isTyped = true) => {
  merge(page, sent)
  place(page, '#lines-t', '.sums dl', '#shortage', '.total > div')
  recount()
  if (!isTyped) return
  differ()
  keepUnsaved(draft())
}

// What is sent goes one after the other, so that no step is lost.
/** @type {Promise<unknown>} */
let steps = Promise.resolve()
let waits = 0

const enqueue = step => {
  waits++
  const done = steps.then(step).finally(() => { waits-- })
  return steps = done.catch(() => undefined)
}

// What follows from what is typed.
let soon
let isDue = false
let isTypedDue = false

const follow = (isTyped = true) => {
  clearTimeout(soon)
  isTypedDue ||= isTyped
  if (isDue) return
  isDue = true
  enqueue(() => {
    const isTypedNow = isTypedDue
    isDue = isTypedDue = false
    return quietly(ask('edit').then(answer => put(answer, isTypedNow)))
  })
}

const followSoon = () => {
  clearTimeout(soon)
  soon = setTimeout(follow, 150)
}

// Items that are found while one types.

// What those that are shown were found for.
let foundFor = ''

const finder = seeker(async (text, signal) => {
  const { page } = await ask('edit', text, signal)
  if (signal.aborted) return
  place(page, '#found')
  foundFor = text
}, 150)

onTyped('#item', field => finder.soon(field.value.trim()))

// On a phone the field is at the top, and what it finds above the keyboard.
const bringUp = () => {
  if (!desk.matches && document.activeElement == item()) item().scrollIntoView({ block: 'start' })
}
on('focusin', '#item', () => requestAnimationFrame(bringUp))
visualViewport?.addEventListener('resize', bringUp)

// Adding

// The deed that adds what a text finds first, or why there is none.
const firstFound = async text => {
  const { page } = await insist(() => ask('edit', text))
  return { deed: $('#found li button', page)?.value, reason: $('#found .under', page)?.textContent }
}

const addNow = async (line, text, deed) => {
  try {
    const found = deed ? { deed, reason: '' } : await firstFound(text)
    // It was taken out meanwhile.
    if (!line.isConnected) return
    if (!found.deed) return refuse(line, found.reason)
    const answer = await insist(() => ask(found.deed))
    if (!line.isConnected) return
    put(answer)
    replace(line, $(`[name$="-item"][value="${found.deed.replace('add:', '')}"]`, list())?.closest('.line'))
  } catch (error) {
    if (typeof error != 'string') throw error
    refuse(line, line.dataset.title)
  }
}

const refuse = (line, reason) => {
  $('.why', line).textContent = reason
  line.classList.add('refused')
  announce(reason)
}

// The line that was shown until now gives what was typed into it, and the focus, to the server's.
const replace = (line, theirs) => {
  const [old, field] = [$('input', line), theirs && $('.step input', theirs)]
  const hadFocus = old == document.activeElement
  const isTyped = old.value != old.defaultValue
  const { selectionStart, selectionEnd } = old
  if (!line.isConnected) return
  line.remove()
  if (!field) return
  if (isTyped) {
    field.value = old.value
    followSoon()
  }
  recount()
  if (hadFocus) {
    field.focus()
    if (isTyped) field.setSelectionRange(selectionStart, selectionEnd)
    else field.select()
  }
  announce($('#sum-due')?.textContent)
}

// The form differs from what is stored, which it says by a field that the server adds, too.
const differ = () => {
  if (!$('[name=_typed]', draft())) {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: '_typed', value: 'yes' })
    field.dataset.stored = ''
    draft().append(field)
  }
  wake(draft())
}

const add = (text, title, deed) => {
  const line = newLine(title)
  list().append(line)
  item().value = ''
  $('#found').replaceChildren()
  foundFor = ''
  finder.stop()
  const field = $('input', line)
  field.focus()
  field.select()
  differ()
  enqueue(() => addNow(line, text, deed))
}

const remove = line => {
  line.remove()
  goTo(item())
  recount()
  differ()
  follow()
}

// Events

on('input', '#lines-form :is(.line input, .sums input)', () => {
  recount()
  followSoon()
})

// What was kept of the form comes while one goes on in it: the lines of both are in the form that takes its place.
const loaded = draft() && loadedValues()
if (draft()) {
  draft().joinLines = page => {
    merge(page, loaded)
    $('#lines', page).replaceWith($('#lines'))
  }
}
on('restored', '#lines-form', () => {
  recount()
  follow()
})

// Somebody else took or returned goods: what is said of the stock follows, and what is typed stays.
addEventListener('renewed', () => {
  if (!draft()) return
  if ($('.step input', draft())) follow(false)
  if (!$('#found li button')) return
  finder.stop()
  finder.soon(item().value.trim())
})

on('submit', '#lines-form', (form, event) => {
  const deed = event.submitter?.name == '_deed' && event.submitter.value
  const verb = (deed || '').split(':')[0]
  if (!['edit', 'add', 'remove', 'more', 'less'].includes(verb)) return finish(form, event)
  event.preventDefault()
  const { submitter } = event
  if (verb == 'add') return add(item().value.trim(), $('.t', submitter)?.textContent ?? '', deed)
  if (verb == 'remove') return remove(submitter.closest('.line'))
  const field = submitter.closest('.step')?.querySelector('input')
  if (!field) return follow()
  const count = Number(field.value) + (verb == 'more' ? 1 : -1)
  if (!(count >= 1)) return
  field.value = count
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}, true)

// The second press of a double one would take out the line that has come below it.
for (const type of ['mousedown', 'click']) {
  on(type, '.line .out', (button, event) => { if (event.detail > 1) event.preventDefault() }, true)
}

// The form is left with all that was done: what is on its way is awaited.
let isFinishing = false

const finish = async (form, event) => {
  const missing = $('.line.refused', form)
  if (!waits && !missing) return number()
  event.preventDefault()
  event.stopImmediatePropagation()
  if (missing) return $('input', missing).focus()
  if (isFinishing) return
  isFinishing = true
  const done = waiting()
  while (waits) await steps
  isFinishing = false
  done()
  form.requestSubmit(event.submitter)
}

// Return adds what is found first, and goes from a quantity back to the search: whole orders without a mouse.
on('keydown', '#item, .step input', (field, event) => {
  if (event.key != 'Enter' || event.isComposing) return
  event.preventDefault()
  if (event.repeat) return
  if (field.id != 'item') return item().focus()
  const text = field.value.trim()
  if (!text) return
  if (foundFor != text) return add(text, text)
  const first = $('#found li button')
  if (first) add(text, $('.t', first).textContent, first.value)
  else announce($('#found .under')?.textContent)
}, true)

on('click', '.line.new .out', (button, event) => { if (!event.defaultPrevented) remove(button.closest('.line')) })

const printing = $('#print')
if (printing) {
  printing.hidden = false
  printing.onclick = () => print()
}
