// Lines of a form, each known by its record or its item, and not by its place: so what the server answers is put into the
// line that it is about, whatever was added, taken out or typed meanwhile.

import { $, $$, announce } from './page.js'
import { draft } from './line-sums.js'

const lines = (root = draft()) => $$('#lines .line:not(.new)', root)

/**
 * What a line is known by: the stored line that it is, or the item of a new one.
 * @type {(line: any) => string}
 */
export const keyOf = line => $('[name$="-id"]', line)?.value || 'new ' + $('[name$="-item"]', line)?.value

/**
 * The list of the lines.
 * @type {() => any}
 */
export const list = () => {
  const known = $('#lines ul')
  if (known) return known
  const made = document.createElement('ul')
  made.className = 'group'
  $('#lines').append(made)
  return made
}

// The fields of a line in which one types.
const typedIn = line => $$('.step input, .off input', line)

/**
 * The values of the lines' fields, by what lines are known by.
 * @type {() => Map<string, string[]>}
 */
export const valuesOf = () => new Map(lines().map(line => [keyOf(line), typedIn(line).map(field => field.value)]))

/**
 * The same as the page had them when it came.
 * @type {() => Map<string, string[]>}
 */
export const loadedValues = () => new Map(lines().map(line => [keyOf(line), typedIn(line).map(field => field.defaultValue)]))

const attributes = ['name', 'id', 'for', 'aria-describedby', 'value']

/**
 * Numbers the lines as the server counts them.
 * @type {() => void}
 */
export const number = () => {
  for (const [place, line] of lines().entries()) {
    for (const element of $$('input, label, button, .why', line)) {
      for (const name of attributes) {
        // The value of a field is what was typed.
        if (name == 'value' && !element.matches('button')) continue
        const text = element.getAttribute(name)
        const now = text?.replace(/^(line-|l-|remove:|more:|less:)\d+/, `$1${place}`)
        if (now != text) element.setAttribute(name, now)
      }
    }
  }
}

// Puts what the server says of a line into it. What was typed since it was asked stays.
const update = (mine, theirs, sent) => {
  const why = $('.why', theirs)?.textContent
  if (why && why != $('.why', mine)?.textContent) announce(why)
  if (theirs.dataset.price) mine.dataset.price = theirs.dataset.price
  for (const selector of ['.what', '.why', '.sum']) {
    $(selector, mine)?.replaceChildren(...$(selector, theirs)?.childNodes ?? [])
  }
  for (const [index, field] of $$('[type=hidden]', mine).entries()) field.value = $$('[type=hidden]', theirs)[index]?.value ?? ''
  const fields = typedIn(theirs)
  for (const [index, field] of typedIn(mine).entries()) {
    const now = fields[index]
    if (!now) continue
    if (field.value == sent?.[index]) field.value = now.value
    field.toggleAttribute('aria-invalid', now.ariaInvalid == 'true')
    if (field.hasAttribute('aria-invalid')) field.ariaInvalid = 'true'
  }
}

/**
 * Puts the lines of the server's answer in place.
 * @type {(page: Document, sent: Map<string, string[]>) => void}
 */
export const merge = (page, sent) => {
  for (const fault of $$('#lines > :not(ul)')) fault.remove()
  $('#lines').prepend(...$$('#lines > :not(ul)', page))
  const mine = new Map(lines().map(line => [keyOf(line), line]))
  const theirs = new Map(lines($('#lines-form', page)).map(line => [keyOf(line), line]))
  for (const [key, line] of mine) if (sent.has(key) && !theirs.has(key)) line.remove()
  for (const [key, line] of theirs) {
    if (mine.has(key)) update(mine.get(key), line, sent.get(key))
    // One that was sent and is no longer here was taken out meanwhile. New ones stand before those that are being added.
    else if (!sent.has(key)) list().insertBefore(line, $('.new', list()))
  }
  if (!$('.line', list())) list().remove()
  number()
}

/**
 * A line for an item until the server has answered.
 * @type {(title: string) => any}
 */
export const newLine = title => {
  const line = document.createElement('li')
  line.className = 'line new'
  line.dataset.title = title
  const what = Object.assign(document.createElement('div'), { className: 'what' })
  what.append(Object.assign(document.createElement('span'), { className: 'strong', textContent: title }))
  const step = Object.assign(document.createElement('div'), { className: 'step' })
  const field = Object.assign(document.createElement('input'), { value: '1', defaultValue: '1', inputMode: 'numeric' })
  field.ariaLabel = title
  step.append(field)
  const out = Object.assign(document.createElement('button'), { type: 'button', className: 'ib out', textContent: '×' })
  out.ariaLabel = '× ' + title
  const why = Object.assign(document.createElement('div'), { className: 'why' })
  line.append(what, step, out, why)
  return line
}
