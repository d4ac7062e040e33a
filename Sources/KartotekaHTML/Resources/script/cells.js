// Cells of a list's table: arrows lead from one to the next; Enter, or the first letter, changes one in place, and Escape
// leaves it as it was. What is typed is kept at once: the server's field takes the place of a plain one when it comes,
// leaving a cell saves it, and nobody waits for that.

import { $, $$, composed, desk, isModified, on, onTyped, own, quietly, visit } from './page.js'
import { isTyped } from './fields.js'
import { guard } from './leaving.js'
import { begin, choose, chosen, find, foundFor, optionFor, options } from './cell-options.js'
import { addressOf, ask, box, drop, isOnItsWay, pendingOf, refusedOf, save } from './cell-saving.js'
import { cellsOf, where } from './cell-places.js'
import { isShaping } from './list.js'
import { look } from './live.js'
import { kind } from './rows.js'

// The first cell of a row is its link.
const focusOf = cell => $('a', cell) ?? cell

// Not those of the row for a new record, whose fields are there already.
const one = '.grid tbody td'

const rove = cell => {
  for (const other of $$(one)) focusOf(other).tabIndex = other == cell ? 0 : -1
}

/**
 * Gives a cell the focus.
 * @type {(cell: any) => void}
 */
export const goTo = cell => {
  if (!cell) return
  rove(cell)
  focusOf(cell).focus()
}

const next = (cell, step) => cell[step > 0 ? 'nextElementSibling' : 'previousElementSibling']

const below = (cell, step) => {
  let row = cell.parentElement
  do row = next(row, step)
  while (row && !row.dataset.id)
  return row && cellsOf(row)[cellsOf(cell.parentElement).indexOf(cell)]
}

// The cell that is open: what it had before, the field that is typed into, and whether that is the server's already.
let open

// The field of a cell before the server's is there.
const plain = (cell, text) => {
  const field = Object.assign(document.createElement('input'), { value: text, autocomplete: 'off' })
  field.ariaLabel = cell.dataset.label
  const form = document.createElement('form')
  form.id = 'cell'
  form.append(field)
  return { form, field }
}

// Opens a cell. What a key types goes into the field by itself, since the field has the focus by then.
const edit = (cell, isByLetter) => {
  const refused = refusedOf(where(cell))
  if (refused?.isQuestion) return ask(refused)
  const before = refused?.before ?? [...cell.childNodes]
  const pending = pendingOf(where(cell))
  const text = isByLetter ? '' : pending ?? cell.dataset.value ?? $('a', cell)?.textContent ?? cell.textContent
  const address = addressOf(cell)
  open = {
    ...plain(cell, text), ...where(cell), cell, before, address, text, content: begin(address), at: performance.now(),
    isByLetter, isTouched: isByLetter || pending != undefined, isRefused: Boolean(refused), isServers: false,
  }
  const mine = open
  cell.dataset.typed = ''
  // The columns stay as wide as they are.
  cell.style.minWidth = `${cell.offsetWidth}px`
  cell.replaceChildren(open.form)
  // The field has the focus, and not the cell.
  cell.tabIndex = -1
  open.field.focus()
  if (!isByLetter) open.field.select()
  quietly(dress(mine))
}

// Puts the server's field in place, with what has been typed meanwhile.
const dress = async mine => {
  const content = await mine.content
  await composed()
  const form = $('#cell', content)
  if (open != mine || !form) return
  const { value, selectionStart, selectionEnd } = mine.field
  const field = $(box, form)
  // A text that was begun goes on as one; the option that it means is found when the cell is left.
  if (field.options && (mine.isByLetter || value != mine.text)) return
  const old = mine.form
  Object.assign(mine, { form, field, isServers: true })
  const error = refusedOf(mine)?.reason
  old.replaceWith(form)
  if (mine.isTouched && !field.options) {
    // A date field has no place for half a date; the server reads what is typed, as in an imported file.
    if (/^date/.test(field.type)) field.type = 'text'
    field.value = value
  }
  if (mine.isTouched && field.options && value) field.value = (optionFor(field, value) ?? field).value
  field.focus()
  if (!mine.isTouched) field.select?.()
  else if (field.setSelectionRange && selectionStart != null && !field.options) {
    if (field.selectionStart != null) field.setSelectionRange(selectionStart, selectionEnd)
  }
  if (field.role == 'combobox') begin(mine.address, field, mine.isTouched)
  if (error) say(field, error)
}

const say = (field, error) => {
  const line = Object.assign(document.createElement('p'), { id: 'cell-err', className: 'err', textContent: error })
  own(field.form, 'append')(line)
  field.ariaInvalid = 'true'
  field.setAttribute('aria-describedby', line.id)
}

// What differs of an open cell from what is stored; nothing where nothing does.
const changed = ({ cell, field, isServers, isTouched, isRefused, text }) => {
  if (!isServers) return (isRefused || isTouched && field.value != text) && { text: field.value }
  if (field.role == 'combobox') {
    const option = foundFor(field.value) && chosen()
    const hidden = $('[type=hidden][name="' + cell.dataset.field + '"]', field.form)
    if (option) return option.dataset.to != hidden.value && { text: option.dataset.to && option.textContent, value: option.dataset.to }
    return field.value != field.defaultValue && { text: field.value }
  }
  if (!isTyped(field) && !field.validity.badInput) return
  // Half a date is no date.
  if (field.validity.badInput) return { text: '', fault: field.validationMessage }
  return { text: field.options ? field.selectedOptions[0]?.text : field.value, value: field.value }
}

// Rows that came while a cell was open have left it as it was.
addEventListener('renewed', () => { if (open) open.isPassed = true })
const catchUp = isPassed => { if (isPassed) look(0) }

// Closes the open cell. What was changed is shown as it was typed, and sent.
const leave = () => {
  const { cell, before, id, place, address, content, at, isServers, isPassed } = open
  const made = isServers ? open.form : undefined
  const change = changed(open)
  open = undefined
  delete cell.dataset.typed
  cell.style.minWidth = ''
  cell.replaceChildren(...before)
  if (change) save({ id, place, name: cell.dataset.field, address, content, made, at, before, ...change })
  else catchUp(isPassed)
  guard()
  dispatchEvent(new Event('cell-left'))
}

const close = () => {
  const { cell, before, isPassed } = open
  const refused = drop(open)
  open = undefined
  delete cell.dataset.typed
  cell.ariaInvalid = null
  cell.style.minWidth = ''
  cell.replaceChildren(...refused?.before ?? before)
  catchUp(refused || isPassed)
  guard()
  goTo(cell)
  dispatchEvent(new Event('cell-left'))
}

// What was typed is kept where the rows are replaced.
const { isUnsaved } = kind
kind.isUnsaved = link => isUnsaved(link) || !isShaping(link) && (isOnItsWay() || Boolean(open && changed(open)))

onTyped('#cell', () => {
  open.isTouched = true
  guard()
})
onTyped('#cell [role=combobox]', field => find(field.value.trim()))
on('pointerdown', '#cell-options [data-to]', (option, event) => {
  event.preventDefault()
  choose(option)
  const { cell } = open
  leave()
  goTo(cell)
})

addEventListener('focusout', ({ target, relatedTarget }) => {
  const has = open && own(open.form, 'contains')
  if (!has?.(target) || has(relatedTarget) || visit.isRenewing || !document.hasFocus()) return
  leave()
})

const keys = {
  ArrowRight: cell => next(cell, 1),
  ArrowLeft: cell => next(cell, -1),
  ArrowDown: cell => below(cell, 1),
  ArrowUp: cell => below(cell, -1),
}

// Letters that are made with AltGr, or with Option on a Mac, are letters.
const isLetter = event => event.key.length == 1 && event.key != ' ' && !event.metaKey
  && (!event.ctrlKey && !event.altKey || event.getModifierState('AltGraph') || event.altKey && /[^ -~]/.test(event.key))
// The first key of a letter that is composed.
const isComposed = event => /^(Dead|Process|Unidentified)$/.test(event.key)

// What a key does in an open cell; whether it did anything.
const inside = (cell, event) => {
  const { key, shiftKey } = event
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step && $('#cell [role=combobox]')) {
    const all = options()
    choose(all[Math.min(Math.max(all.indexOf(chosen()) + step, 0), all.length - 1)])
    return true
  }
  if (key == 'Escape') {
    close()
    return true
  }
  const goal = key == 'Enter' && !shiftKey ? below(cell, 1) : key == 'Tab' && next(cell, shiftKey ? -1 : 1)
  if (goal === false) return false
  leave()
  goTo(goal ?? cell)
  return true
}

const outside = (cell, event) => {
  const { key } = event
  const canChange = Boolean(cell.dataset.field)
  if (keys[key] && !isModified(event)) goTo(keys[key](cell))
  else if (canChange && (key == 'Enter' || key == 'F2')) edit(cell)
  else return false
  return true
}

addEventListener('keydown', event => {
  const cell = event.target.closest?.(one)
  if (!cell || event.isComposing || !desk.matches) return
  const isHeld = event.repeat && event.key == 'Enter'
  if (isHeld || (open?.cell == cell ? inside : outside)(cell, event)) return event.preventDefault()
  if (open?.cell == cell || !isLetter(event) && !isComposed(event)) return
  // No command of the page has a key that begins a cell, also where a cell can't be changed.
  event.stopImmediatePropagation()
  if (cell.dataset.field) edit(cell, true)
}, true)

on('dblclick', '.grid td[data-field]', cell => { if (desk.matches && open?.cell != cell) edit(cell) })
on('click', one, (cell, event) => {
  if (!event.target.closest('a, #cell') && desk.matches && open?.cell != cell) goTo(cell)
})

const wake = () => {
  if (!desk.matches) return
  const all = $$(one)
  if (all.some(cell => cell.dataset.field)) {
    $('.grid table').role = 'grid'
    $('.grid table').ariaMultiSelectable = 'true'
    for (const cell of all) cell.role = 'gridcell'
  }
  if (!all.some(cell => focusOf(cell).tabIndex == 0 && !$('a', cell))) rove(all[0])
}

addEventListener('settled', wake)
wake()
