// A record with its lines: sums as one types, lines added and taken out without a new page. The server decides; what is
// worked out here is shown until it has answered.

import { $, $$, announce, draw, encoded, load, on, quietly } from './page.js'
import { keepUnsaved } from './fields.js'
import { wake } from './leaving.js'

const draft = () => $('#lines-form')
const quantities = () => $$('.step input', draft())

// An amount as the language writes it, after the server's examples.
const money = amount => {
  const { large, few, scale } = draft().dataset
  const [before, digits, after] = /^(\D*)(.*\d)(\D*)$/.exec(large).slice(1)
  const places = Number(scale)
  const separator = digits[1]
  const text = String(amount).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const groups = whole.length > (few.includes('1' + separator) ? 3 : 4)
    ? whole.replace(/\B(?=(\d{3})+$)/g, separator) : whole
  return before + groups + (places ? digits.at(-1 - places) + text.slice(-places) : '') + after
}

// What was typed as a whole number of the unit with so many digits after the point; nothing for what is no number.
const units = (text, places) => {
  const [whole, part = ''] = text.trim().replace(',', '.').split('.')
  if (!/^\d{1,12}$/.test(whole) || !/^\d*$/.test(part) || part.length > places) return
  return BigInt(whole + part.padEnd(places, '0'))
}

// The server's formula, in whole numbers of the smallest unit: rounded half up, line by line.
const recount = () => {
  const form = draft()
  if (!form.dataset.scale) return
  let full = 0n
  let due = 0n
  for (const line of $$('.line[data-price]', form)) {
    const field = $('.step input', line)
    // Lines that stay as they are: the server adds them up.
    if (!field) return
    const count = units(field.value, 0)
    const percent = units($('.off input', line)?.value || '0', 2)
    if (count == null || percent == null || percent > 10000n) return
    const all = BigInt(line.dataset.price) * count
    const amount = (all * (10000n - percent) * 2n + 10000n) / 20000n
    $('.sum', line).textContent = money(amount)
    full += all
    due += amount
  }
  $('#sum-lines').textContent = money(full)
  const off = $('#sum-off')
  if (off) off.textContent = (full > due ? '−' : '') + money(full - due)
  const { tax } = form.dataset
  for (const field of $$('.sums input', form)) {
    if (field.name == tax) continue
    const extra = units(field.value || '0', Number(form.dataset.scale))
    if (extra == null) return
    due += extra
  }
  if (tax) {
    const rate = units(form.elements[tax].value || '0', 2)
    if (rate == null || rate > 10000n) return
    const amount = (due * rate * 2n + 10000n) / 20000n
    const row = $('#sum-tax')
    if (row) row.textContent = money(amount)
    due += amount
  }
  $('#sum-due').textContent = money(due)
}

// Sends the form as it is, with what a button would send, and gives back the server's. One after the other, so that no
// step is lost.
/** @type {Promise<Document | void>} */
let steps = Promise.resolve()
let typing

const step = deed => {
  clearTimeout(typing)
  return steps = steps.then(async () => {
    const form = draft()
    const body = encoded(form)
    body.set('_deed', deed)
    const { response, page } = await load(form.action, { method: 'POST', body })
    if (!response.ok || !$('#lines-form', page)) throw 'refused'
    draw(page)
    return page
  }).catch(error => {
    if (typeof error != 'string') throw error
  })
}

// Puts parts of a page in place of the same parts of this one.
const place = (page, ...selectors) => {
  for (const selector of selectors) {
    const [mine, theirs] = [$$(selector, draft()), $$(selector, page)]
    if (mine.length == theirs.length) mine.forEach((node, index) => node.replaceChildren(...theirs[index].childNodes))
  }
}

// Where the form differs from what is stored says a field that the server adds.
const remember = page => {
  const typed = $('[name=_typed]', page)
  if (typed && !$('[name=_typed]', draft())) draft().append(typed)
  wake(draft())
  keepUnsaved(draft())
}

// What follows from what is typed: nothing that is being typed is touched.
const followUp = async (isTyped = true) => {
  const page = await step('edit')
  if (!page) return
  place(page, '#found', '#shortage', '.line .what', '.line .why', '#lines-t', '.sums dl', '.total > div')
  for (const [index, box] of $$('.step, .off', page).entries()) {
    const mine = $$('.step, .off', draft())[index]?.querySelector('input')
    mine?.toggleAttribute('aria-invalid', $('input', box).ariaInvalid == 'true')
    if (mine?.hasAttribute('aria-invalid')) mine.ariaInvalid = 'true'
  }
  if (isTyped) remember(page)
  recount()
}

// Lines that come or go.
const change = async deed => {
  const page = await step(deed)
  if (!page) return
  place(page, '#found', '#lines', '#lines-t', '.sums dl', '#shortage', '.total > div')
  if (deed.startsWith('add')) {
    $('#item').value = ''
    const field = $('[autofocus]', $('#lines')) ?? quantities().at(-1)
    field?.focus()
    field?.select()
  } else $('#item').focus()
  remember(page)
  announce($('#sum-due')?.textContent)
}

const later = () => {
  clearTimeout(typing)
  typing = setTimeout(() => quietly(followUp()), 150)
}

on('input', '#lines-form :is(.line input, .sums input)', () => {
  recount()
  later()
})
// Somebody else took or returned goods: what is said of the stock follows, and what is typed stays.
addEventListener('renewed', () => draft() && (quantities().length || $('#found button')) && quietly(followUp(false)))

on('input', '#item', (field, event) => event.isComposing || later())

on('submit', '#lines-form', (form, event) => {
  const deed = event.submitter?.name == '_deed' && event.submitter.value
  const [verb, number] = (deed || '').split(':')
  if (!['edit', 'add', 'remove', 'more', 'less'].includes(verb)) return
  event.preventDefault()
  if (verb == 'add' || verb == 'remove') return quietly(change(deed))
  const field = event.submitter.closest('.step')?.querySelector('input')
  if (!field) return later()
  const count = Number(field.value) + (verb == 'more' ? 1 : -1)
  if (!(count >= 1)) return
  field.value = count
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}, true)

// Return adds what was found first, and goes from a quantity back to the search: whole orders without a mouse.
on('keydown', '#item, .step input', (field, event) => {
  if (event.key != 'Enter' || event.isComposing) return
  event.preventDefault()
  if (field.id != 'item') return $('#item').focus()
  quietly((async () => {
    if (field.value.trim()) await followUp()
    const first = $('#found button')
    if (first) await change(first.value)
  })())
}, true)

const printing = $('#print')
if (printing) {
  printing.hidden = false
  printing.onclick = () => print()
}
