// Rows are added, changed and deleted without leaving the table.

import {
  $, $$, active, desk, encoded, goTo, isModified, load, on, own, press, quietly, rows, visit, writing,
} from './page.js'
import { fields, forgetUnsaved, isTyped, keepUnsaved, shown, stored, unsavedPrefix } from './fields.js'
import { guard, mayLeave, wake } from './leaving.js'
import { kind } from './rows.js'
import { choose, chosen, leave, listAddress, put, rowOf } from './table.js'

const textsOf = form => new Map(fields(form).map(field => [field.name, shown(field)]))

// What is typed into a form that took the place of another one.
const goOn = async (form, id, texts, { name, selectionStart, selectionEnd }) => {
  const field = (await typeAgain(own(form, 'id'), id, texts)).find(it => it.name == name)
  goTo(field)
  if (selectionStart != null) field?.setSelectionRange(selectionStart, selectionEnd)
}

on('submit', '#edit, #d, .undo form', async (form, event) => {
  if (event.defaultPrevented || visit.isLeaving) return
  event.preventDefault()
  if (form.ariaBusy || !own(form, 'matches')('#edit, #d') && !await mayLeave(rows)) return
  form.ariaBusy = 'true'
  const sent = textsOf(form)
  const id = own(form, 'id') == 'edit' && chosen()?.dataset.id
  const answer = await quietly(writing(load(own(form, 'action'), { method: 'POST', body: encoded(form) })))
  form.ariaBusy = null
  if (!answer) return
  // What was typed since is none of what was saved.
  const typed = form.isConnected ? fields(form).filter(field => shown(field) != sent.get(field.name)) : []
  const later = new Map(typed.map(field => [field.name, shown(field)]))
  const { name, selectionStart, selectionEnd } = active()
  came(form, answer)
  if (typed.length && !visit.isLeaving) await goOn(form, id, later, { name, selectionStart, selectionEnd })
}, true)

// Rows are added one after the other. Nobody waits for one to type the next: the fields are empty at once.
const waiting = []
let isAdding = false
// The texts of rows that could not be added while others were typed. They come back into the fields when these are empty.
const held = []

const isText = field => !field.matches('select, [type=checkbox], [type=radio], [type=hidden]')
const typedIn = form => fields(form).filter(field => isText(field) && isTyped(field))

on('submit', '#add', async (form, event) => {
  if (event.defaultPrevented || visit.isLeaving) return
  event.preventDefault()
  // Return twice adds one row.
  if (isAdding && !typedIn(form).length || !await mayLeave(rows)) return
  waiting.push({ action: own(form, 'action'), body: encoded(form), texts: textsOf(form) })
  for (const field of typedIn(form)) field.value = stored(field)
  wake(form)
  if (!isAdding) await addAll()
}, true)

const addAll = async () => {
  isAdding = true
  while (waiting.length && !visit.isLeaving) await add(waiting.shift())
  isAdding = false
  guard()
  const form = $('#add')
  if (held.length && form && !typedIn(form).length && !visit.isLeaving) await typeAgain('add', undefined, held.shift())
}

const add = async ({ action, body, texts }) => {
  const before = $('#add')
  if (before) before.ariaBusy = 'true'
  const answer = await quietly(writing(load(action, { method: 'POST', body })))
  if (before) before.ariaBusy = null
  if (!answer) return held.push(texts)
  const isAdded = answer.response.redirected
  // The list may have come anew meanwhile.
  const form = $('#add')
  const later = new Map(form ? typedIn(form).map(field => [field.name, field.value]) : [])
  // What was refused waits until the others are added; so does what leads to a page of its own.
  const isLost = waiting.length || leadsElsewhere(answer.page) && later.size + held.length
  if (!isAdded && (!form || isLost)) return held.push(texts)
  if (!form) return
  const { name, selectionStart, selectionEnd } = active()
  if (!isAdded) {
    // The form has what was refused, for a question that has a page of its own.
    for (const field of fields(form).filter(isText)) field.value = texts.get(field.name) ?? ''
    if ([...later.keys()].some(key => texts.get(key))) held.push(texts)
  }
  came(form, answer)
  if (later.size && !visit.isLeaving) await goOn(form, undefined, later, { name, selectionStart, selectionEnd })
}

// One goes on within the table.
kind.isUnsaved = link => !link?.closest('#rows') && (isAdding || held.length > 0)

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
  keepUnsaved(form)
  return all
}

// A question, or a page of its own.
const leadsElsewhere = page => $('.scrim', page) || !$('#rows', page)

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
  if (leadsElsewhere(page)) {
    visit.isLeaving = true
    return form.requestSubmit()
  }
  const id = chosen()?.dataset.id
  const near = url.searchParams.get('near')
  if (redirected) {
    url.searchParams.delete('near')
    history.replaceState(null, '', url)
  }
  put(page, { anchor: redirected && own(form, 'id') != 'edit' ? near : id, isAdded: own(form, 'id') == 'add', saved: redirected && unsavedPrefix(form) })
  if (!redirected) {
    // Why nothing was added stands below the row for it.
    $('.add.why', rows)?.scrollIntoView({ block: 'nearest' })
    const field = $('[autofocus], .chosen .bad', rows)
    return field?.focus({ preventScroll: !!field.closest('.add') })
  }
  const row = rowOf(near)
  if (!own(form, 'matches')('#edit, #d')) row?.scrollIntoView({ block: 'nearest' })
  const next = own(form, 'id') != 'add' ? $('.no a', row ?? rows) : desk.matches && $('.add [name]', rows)
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

const keepsNew = link => Boolean(link?.closest('#rows, .menu'))

Object.assign(kind, { remove, letGo, keepsNew })

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
