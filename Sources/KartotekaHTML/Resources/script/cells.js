// Cells of a list's table: arrows lead from one to the next, Enter changes one in place and Escape leaves it as it was.
// The card saves it, so that two people who change the same value see both.

import {
  $, $$, active, address, announce, desk, encoded, instead, isModified, load, on, part, quietly, rows, trouble,
} from './page.js'
import { settle } from './list.js'
import { showUndo } from './record.js'

/**
 * The cells of a row.
 * @type {(row: any) => any[]}
 */
export const cellsOf = row => $$('td', row)
// The first cell of a row is its link.
const focusOf = cell => $('a', cell) ?? cell

const rove = cell => {
  for (const other of $$('.grid td')) focusOf(other).tabIndex = other == cell ? 0 : -1
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

/**
 * Where a cell is, which remains when rows are replaced.
 * @type {(cell: any) => { id: string, place: number }}
 */
export const where = cell => ({ id: cell.parentElement.dataset.id, place: cellsOf(cell.parentElement).indexOf(cell) })
/**
 * The cell at a place.
 * @type {(place: { id: string, place: number }) => any}
 */
export const cellAt = ({ id, place }) => cellsOf($(`.grid tr[data-id="${id}"]`) ?? document)[place]

// What a cell had before it was changed.
let before

const close = () => {
  const form = $('#cell')
  if (!form) return
  const cell = form.closest('td')
  cell.replaceChildren(...before)
  goTo(cell)
}

// The address of a cell's form.
const formOf = cell => {
  const form = new URL($('.no a', cell.parentElement).href)
  form.pathname = form.pathname.replace(/[^/]+$/, 'cell')
  form.searchParams.set('record', cell.parentElement.dataset.id)
  form.searchParams.set('field', cell.dataset.field)
  return form
}

const edit = async (cell, typed) => {
  const content = await part(formOf(cell), 'cell')
  if (!cell.isConnected || active() != cell) return
  before = [...cell.childNodes]
  cell.replaceChildren(...content.childNodes)
  // The field has the focus, and not the cell.
  cell.tabIndex = -1
  const field = $(box, cell)
  field.focus()
  if (typed && field.matches('input, textarea')) {
    field.value = typed
    if (field.role == 'combobox') find(field)
  } else field.select?.()
}

// What is typed in.
const box = '[role=combobox], [name]:not([type=hidden])'

// Related records: those that are found are listed below; arrows choose one.

let finding, typing

const options = () => $$('#cell-options [data-to]')
const chosen = () => options().find(it => it.ariaSelected == 'true')

const choose = option => {
  for (const other of options()) other.ariaSelected = String(other == option)
  const field = $('#cell [role=combobox]')
  if (option) field.setAttribute('aria-activedescendant', option.id)
  else field.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

const seek = async field => {
  const url = formOf(field.closest('td'))
  url.searchParams.set('find', field.value.trim())
  const { signal } = finding = instead(finding)
  const content = await part(url, 'cell', signal)
  if (!field.isConnected) return
  $('#cell-options').replaceWith($('#cell-options', content))
  choose(chosen())
}

// Resolves when what was typed last has been looked for.
let found = Promise.resolve()
const find = field => {
  clearTimeout(typing)
  found = new Promise(done => { typing = setTimeout(() => done(quietly(seek(field))), 120) })
}

on('input', '#cell [role=combobox]', (field, event) => { if (!event.isComposing) find(field) })
on('pointerdown', '#cell-options [data-to]', (option, event) => {
  event.preventDefault()
  choose(option)
  quietly(save(it => it))
})

/**
 * Shows the rows as they are now, and what was done.
 * @type {() => Promise<void>}
 */
export const refresh = async () => {
  const { page } = await load(address())
  rows.replaceChildren(...$('#rows', page).childNodes)
  settle()
  showUndo(page)
}

const save = async step => {
  const form = $('#cell')
  if (form.ariaBusy) return
  const field = $('[role=combobox]', form)
  if (field) {
    await found
    if (field.value && !chosen()) return announce($('#cell-options').textContent)
    if (chosen()) $('[name="' + form.closest('td').dataset.field + '"]', form).value = chosen().dataset.to
  }
  const [place, goal] = [where(form.closest('td')), step(form.closest('td'))]
  const target = goal && where(goal)
  const name = form.closest('td').dataset.field
  form.ariaBusy = 'true'
  const response = await fetch(form.action, { method: 'POST', body: encoded(form), redirect: 'manual' }).catch(() => null)
  form.ariaBusy = null
  // What was typed stays until the server is there again.
  if (!response) return trouble(true)
  if (response.type == 'opaqueredirect') {
    await refresh()
    return goTo(cellAt(target ?? place) ?? cellAt(place) ?? $('.grid td'))
  }
  if (response.status == 422) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const error = $('.err', $(`[name="${name}"]:not([type=hidden])`, page)?.closest('.field') ?? page)
    if (error) {
      $('.err', form)?.remove()
      error.id = 'cell-err'
      form.append(error)
      const field = $(box, form)
      field.ariaInvalid = 'true'
      field.setAttribute('aria-describedby', error.id)
      field.focus()
      return announce(error.textContent)
    }
  }
  // The card's page says what is in the way, and asks.
  form.submit()
}

const keys = {
  ArrowRight: cell => next(cell, 1),
  ArrowLeft: cell => next(cell, -1),
  ArrowDown: cell => below(cell, 1),
  ArrowUp: cell => below(cell, -1),
}

const isField = cell => desk.matches && cell.dataset.field

addEventListener('keydown', event => {
  const cell = event.target.closest?.('.grid td')
  if (!cell || event.isComposing || !desk.matches) return
  const { key } = event
  const isOpen = $('#cell', cell)
  if (isOpen) {
    const step = key == 'Enter' && !event.shiftKey ? it => below(it, 1) : key == 'Tab' && (it => next(it, event.shiftKey ? -1 : 1))
    const move = $('[role=combobox]', isOpen) && { ArrowDown: 1, ArrowUp: -1 }[key]
    if (move) {
      const all = options()
      choose(all[Math.min(Math.max(all.indexOf(chosen()) + move, 0), all.length - 1)])
      return event.preventDefault()
    }
    if (key == 'Escape') close()
    else if (step) quietly(save(step))
    if (key != 'Escape' && !step) return
  } else if (keys[key] && !isModified(event)) {
    goTo(keys[key](cell))
  } else if (isField(cell) && (key == 'Enter' || key == 'F2')) {
    quietly(edit(cell))
  } else if (isField(cell) && key.length == 1 && key != ' ' && !isCommand(event)) {
    quietly(edit(cell, key))
  } else {
    return
  }
  event.preventDefault()
}, true)

const isCommand = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey

on('dblclick', '.grid td[data-field]', cell => desk.matches && !$('#cell') && quietly(edit(cell)))
on('click', '.grid td', (cell, event) => {
  if (!event.target.closest('a, #cell') && desk.matches && !$('#cell')) goTo(cell)
})

const wake = () => {
  if (!desk.matches) return
  const all = $$('.grid td')
  if (all.some(cell => cell.dataset.field)) {
    $('.grid table').role = 'grid'
    $('.grid table').ariaMultiSelectable = 'true'
    for (const cell of all) cell.role = 'gridcell'
  }
  if (!all.some(cell => focusOf(cell).tabIndex == 0 && !$('a', cell))) rove(all[0])
}

addEventListener('settled', wake)
wake()
