// Rows are added, changed and deleted without leaving the table.

import { $, $$, active, desk, encoded, goTo, isModified, load, on, press, quietly, rows, visit, writing } from './page.js'
import { fields, forgetUnsaved, shown, unsavedPrefix } from './fields.js'
import { mayLeave, wake } from './leaving.js'
import { kind } from './rows.js'
import { choose, chosen, leave, listAddress, put, rowOf } from './table.js'

// The fields whose text was changed before a place since; what is typed behind it does not count.
const changesBefore = (form, lengths) => {
  const changed = new Set()
  const note = ({ target, inputType }) => {
    const place = target.form == form ? target.selectionStart : null
    const length = lengths.get(target.name)
    if (place < length || place == length && inputType.startsWith('delete')) changed.add(target.name)
  }
  rows.addEventListener('beforeinput', note)
  return () => {
    rows.removeEventListener('beforeinput', note)
    return changed
  }
}

on('submit', '#add, #edit, #d, .undo form', async (form, event) => {
  if (event.defaultPrevented || visit.isLeaving) return
  event.preventDefault()
  if (form.ariaBusy || !form.matches('#edit, #d') && !await mayLeave(rows)) return
  form.ariaBusy = 'true'
  const sent = new Map(fields(form).map(field => [field.name, shown(field)]))
  const ended = changesBefore(form, new Map([...sent].map(([name, text]) => [name, text.length])))
  const id = form.id == 'edit' && chosen()?.dataset.id
  const answer = await quietly(writing(load(form.action, { method: 'POST', body: encoded(form) })))
  form.ariaBusy = null
  const changed = ended()
  if (!answer) return
  // What was typed since is none of what was saved.
  const typed = form.isConnected ? fields(form).filter(field => shown(field) != sent.get(field.name)) : []
  // What was typed behind the text that was added is the beginning of the next row.
  const isAdded = form.id == 'add' && answer.response.redirected
  const before = ({ name, type }) => isAdded && type != 'checkbox' && !changed.has(name) ? sent.get(name).length : 0
  const later = new Map(typed.map(field => [field.name, shown(field).slice(before(field))]))
  const { name, selectionStart, selectionEnd } = active()
  const moved = typed.includes(active()) ? before(active()) : 0
  came(form, answer)
  if (!typed.length || visit.isLeaving) return
  const field = (await typeAgain(form.id, id, later)).find(it => it.name == name)
  goTo(field)
  if (selectionStart != null) field?.setSelectionRange(Math.max(selectionStart - moved, 0), Math.max(selectionEnd - moved, 0))
}, true)

const typeAgain = async (formID, id, later) => {
  if (id && rowOf(id) && rowOf(id) != chosen()) await choose(rowOf(id), 0, true)
  const form = document.forms[formID]
  if (!form) return []
  const all = fields(form)
  for (const field of all.filter(it => later.has(it.name))) {
    if (field.type == 'checkbox') field.checked = later.get(field.name) == 'true'
    else field.value = later.get(field.name)
  }
  wake(form)
  return all
}

const came = (form, { response, page }) => {
  const { redirected } = response
  if (redirected) {
    // A field that is taken out while it has the focus would be kept once more, with what the row was made of before.
    if (rows.contains(active())) active().blur()
    forgetUnsaved(unsavedPrefix(form))
  }
  const url = new URL(response.url)
  // What was done leads elsewhere.
  if (redirected && url.pathname != listAddress().pathname) {
    visit.isLeaving = true
    return location.assign(url)
  }
  // A question, or a page of its own.
  if ($('.scrim', page) || !$('#rows', page)) {
    visit.isLeaving = true
    return form.requestSubmit()
  }
  const id = chosen()?.dataset.id
  const near = url.searchParams.get('near')
  if (redirected) {
    url.searchParams.delete('near')
    history.replaceState(null, '', url)
  }
  put(page, { anchor: redirected && form.id != 'edit' ? near : id, isAdded: form.id == 'add', saved: redirected && unsavedPrefix(form) })
  if (!redirected) {
    // Why nothing was added stands below the row for it.
    $('.add.why', rows)?.scrollIntoView({ block: 'nearest' })
    const field = $('[autofocus], .chosen .bad', rows)
    return field?.focus({ preventScroll: !!field.closest('.add') })
  }
  const row = rowOf(near)
  if (!form.matches('#edit, #d')) row?.scrollIntoView({ block: 'nearest' })
  const next = form.id != 'add' ? $('.no a', row ?? rows) : desk.matches && $('.add [name]', rows)
  if (next) next.focus({ preventScroll: true })
}

// What keys do

const remove = async link => {
  const row = link.closest('tr')
  if (row != chosen()) await quietly(choose(row))
  press($('[form=d]', rows))
}

const letGo = async target => {
  const menu = $('.menu[open]')
  if (menu) {
    menu.open = false
    return goTo($('summary', menu))
  }
  if (target.closest('.add, .filter')) return target.blur()
  if (await mayLeave(rows)) quietly(leave())
}

Object.assign(kind, { remove, letGo })

// A press elsewhere closes the menu.
on('click', 'body', (body, { target }) => {
  for (const menu of $$('.menu[open]')) if (!menu.contains(target)) menu.open = false
})

// The row for a new record.
on('click', '[data-part=new], .empty a[href^="#"]', (link, event) => {
  const field = $('.add [name]', rows)
  if (!field || isModified(event)) return
  event.preventDefault()
  // The row comes to where one is.
  field.focus({ preventScroll: true })
})
