// Cells of a list's table: arrows lead from one to the next, Enter changes one in place and Escape leaves it as it was.
// The card saves it, so that two people who change the same value see both.

import { $, $$, active, address, announce, desk, encoded, isModified, load, on, part, quietly, rows, trouble } from './page.js'
import { settle } from './list.js'
import { showUndo } from './record.js'

const cellsOf = row => $$('td', row)
// The first cell of a row is its link.
const focusOf = cell => $('a', cell) ?? cell

const rove = cell => {
  for (const other of $$('.grid td')) focusOf(other).tabIndex = other == cell ? 0 : -1
}

const goTo = cell => {
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

const where = cell => ({ id: cell.parentElement.dataset.id, place: cellsOf(cell.parentElement).indexOf(cell) })
const cellAt = ({ id, place }) => cellsOf($(`.grid tr[data-id="${id}"]`) ?? document)[place]

// What a cell had before it was changed.
let before

const close = () => {
  const form = $('#cell')
  if (!form) return
  const cell = form.closest('td')
  cell.replaceChildren(...before)
  goTo(cell)
}

const edit = async (cell, typed) => {
  const form = new URL($('.no a', cell.parentElement).href)
  form.pathname = form.pathname.replace(/[^/]+$/, 'cell')
  form.searchParams.set('record', cell.parentElement.dataset.id)
  form.searchParams.set('field', cell.dataset.field)
  const content = await part(form, 'cell')
  if (!cell.isConnected || active() != cell) return
  before = [...cell.childNodes]
  cell.replaceChildren(...content.childNodes)
  const field = $('[name]:not([type=hidden])', cell)
  field.focus()
  if (typed && field.matches('input, textarea')) field.value = typed
  else field.select?.()
}

const save = async step => {
  const form = $('#cell')
  if (form.ariaBusy) return
  const [place, goal] = [where(form.closest('td')), step(form.closest('td'))]
  const target = goal && where(goal)
  const name = form.closest('td').dataset.field
  form.ariaBusy = 'true'
  const response = await fetch(form.action, { method: 'POST', body: encoded(form), redirect: 'manual' }).catch(() => null)
  form.ariaBusy = null
  // What was typed stays until the server is there again.
  if (!response) return trouble(true)
  if (response.type == 'opaqueredirect') {
    const { page } = await load(address())
    rows.replaceChildren(...$('#rows', page).childNodes)
    settle()
    wake()
    showUndo(page)
    return goTo(cellAt(target ?? place) ?? cellAt(place) ?? $('.grid td'))
  }
  if (response.status == 422) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const error = $('.err', $(`[name="${name}"]:not([type=hidden])`, page)?.closest('.field') ?? page)
    if (error) {
      $('.err', form)?.remove()
      error.id = 'cell-err'
      form.append(error)
      const field = $('[name]:not([type=hidden])', form)
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
    for (const cell of all) cell.role = 'gridcell'
  }
  if (!all.some(cell => focusOf(cell).tabIndex == 0 && !$('a', cell))) rove(all[0])
}

addEventListener('renewed', wake)
wake()
