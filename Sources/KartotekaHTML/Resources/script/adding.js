// Rows are added to a table one after the other, without a new page. Nobody waits for one to type the next: the fields are
// empty at once. A row that was refused, or not answered, comes back into them.

import {
  $, $$, active, address, desk, draw, encoded, goTo, isModified, load, on, own, quietly, rows, visit, writing,
} from './page.js'
import { fields, forgetUnsaved, isTyped, keepUnsaved, shown, stored, unsavedPrefix } from './fields.js'
import { guard, wake } from './leaving.js'
import { kind } from './rows.js'
import { look } from './live.js'
import { allRows, isShaping, listAddress, putRows, select } from './list.js'
import { putUndo } from './undo.js'

/**
 * A row as it was typed; `once` makes a row that is sent again the same one.
 * @typedef {{ action: string, body: URLSearchParams, once: string, texts: Map<string, string> }} Row
 */

/** @type {Row[]} */
const waiting = []
// Rows that could not be added while others were typed.
/** @type {Row[]} */
const held = []
/** @type {Promise<unknown> | undefined} */
let work
// Leaving the page waits for rows that are on their way; after so many milliseconds a question about them is asked.
const patience = 6000
let isLate = false
/** @type {Promise<unknown> | undefined} */
let lateness
// The row that stands in the fields again.
/** @type {Row | undefined} */
let again

const textsOf = form => new Map(fields(form).map(field => [field.name, shown(field)]))
const typedIn = form => fields(form).filter(isTyped)
const put = (field, text) => {
  if (field.type == 'checkbox') field.checked = text == 'true'
  else field.value = text
}
const isSame = (one, other) => one.size == other.size && [...one].every(([name, text]) => other.get(name) == text)
const newName = () => Array.from({ length: 2 }, () => Math.random().toString(36).slice(2)).join('')

on('submit', '#add', (form, event) => {
  if (event.defaultPrevented || visit.isLeaving) return
  event.preventDefault()
  // Return twice adds one row.
  if (work && !typedIn(form).length) return
  const { submitter } = event
  const [body, texts] = [encoded(form), textsOf(form)]
  const once = again && isSame(texts, again.texts) ? again.once : newName()
  again = undefined
  body.set('_once', once)
  const button = submitter ?? $('.add button', rows)
  body.set(button.name, button.value)
  waiting.push({ action: own(form, 'action'), body, once, texts })
  for (const field of typedIn(form)) put(field, stored(field))
  wake(form)
  work ??= begin()
}, true)

const begin = () => {
  let timer
  isLate = false
  lateness = new Promise(done => {
    timer = setTimeout(() => {
      isLate = true
      done(undefined)
    }, patience)
  })
  return addAll().finally(() => {
    clearTimeout(timer)
    work = undefined
  })
}

const addAll = async () => {
  // The text of open cells is stored before.
  await kind.saving()
  while (waiting.length && !visit.isLeaving) {
    await add(waiting[0])
    waiting.shift()
  }
  bringBack()
  guard()
}

// Nothing comes into a field between two keys.
const quiet = 600
let lastKey = 0
addEventListener('keydown', () => { lastKey = performance.now() }, true)
const restless = () => Math.max(lastKey + quiet - performance.now(), 0)
const calm = async () => { while (restless()) await new Promise(done => setTimeout(done, restless())) }

const bringBack = async () => {
  if (!held.length) return
  await calm()
  const form = $('#add')
  if (held.length && form && !waiting.length && !typedIn(form).length && !visit.isLeaving) typeAgain(form, held.shift())
}

// A row in the fields again.
const typeAgain = (form, row) => {
  again = row
  for (const field of fields(form)) put(field, row.texts.get(field.name) ?? stored(field))
  wake(form)
  keepUnsaved(form)
}

const add = async row => {
  const form = $('#add')
  form.ariaBusy = 'true'
  const answer = await quietly(writing(load(row.action, { method: 'POST', body: row.body })))
  form.ariaBusy = null
  if (!answer) return held.push(row)
  if (answer.response.redirected) return show(answer, form)
  await calm()
  refuse(answer.page, form, row)
}

// Shows the list with the row that was added.
const show = ({ response, page }, form) => {
  forgetUnsaved(unsavedPrefix(form))
  // What is typed for the next one is kept.
  keepUnsaved(form)
  const url = new URL(response.url)
  const isHere = url.pathname == listAddress().pathname && $('#rows .grid', page)
  if (!isHere && waiting.length + typedIn(form).length) return
  if (!isHere) {
    visit.isLeaving = true
    return location.assign(url)
  }
  // A cell that is typed into stays.
  if ($('#cell', rows)) {
    putUndo(page)
    return void quietly(look(0))
  }
  for (const name of ['selected', 'near']) url.searchParams.delete(name)
  history.replaceState(null, '', url)
  visit.here = address()
  draw(page)
  for (const selector of ['.tabs ul', '.list .bar', '.shape', '#filter']) {
    const [mine, theirs] = [$(selector), $(selector, page)]
    if (mine && theirs) mine.replaceChildren(...theirs.childNodes)
    // The first record of all.
    else if (theirs) rows[selector == '.shape' ? 'before' : 'after'](theirs)
  }
  const isInUse = active().closest('tr.add') || active() == document.body
  putRows($('#rows', page))
  putUndo(page)
  const added = allRows().find(each => each.ariaCurrent)
  select(added)
  added?.closest('tr').scrollIntoView({ block: 'nearest' })
  // The next row begins with its first field, unless it is begun already.
  if (isInUse && desk.matches && !typedIn(form).length) fields(form)[0]?.focus({ preventScroll: true })
}

// A question, a form with all fields, or a page that says what went wrong.
const leadsElsewhere = page => $('.scrim', page) || !$('#rows tr.add', page)

const refuse = (page, form, row) => {
  const later = new Map(typedIn(form).map(field => [field.name, shown(field)]))
  // What was refused waits until the others are added.
  if (waiting.length > 1 || leadsElsewhere(page) && later.size + held.length) return held.push(row)
  if (leadsElsewhere(page)) {
    typeAgain(form, row)
    visit.isLeaving = true
    return form.requestSubmit($('.add button', rows))
  }
  if ([...later.keys()].some(name => row.texts.get(name))) held.push(row)
  const { name, selectionStart, selectionEnd } = active()
  const [first, ...others] = $$('tr.add', rows)
  for (const other of others) other.remove()
  draw(page)
  first.replaceWith(...$$('#rows tr.add', page))
  for (const field of fields(form)) if (later.has(field.name)) put(field, later.get(field.name))
  wake(form)
  keepUnsaved(form)
  const field = later.size ? fields(form).find(each => each.name == name) : $('.add [data-focus]', rows)
  goTo(field)
  if (later.size && selectionStart != null) field?.setSelectionRange?.(selectionStart, selectionEnd)
}

// The link to a new record leads to the row, where that has all fields.
const leadsToRow = link => Boolean(link?.matches('[data-part=new], .empty .btn[href*="/new"]')
  && $('.add.all-fields [name]', rows)?.getClientRects().length)
on('click', '[data-part=new], .empty .btn', (link, event) => {
  if (isModified(event) || !leadsToRow(link)) return
  event.preventDefault()
  fields($('#add'))[0]?.focus()
})

const { saving, isUnsaved, keepsNew } = kind
Object.assign(kind, {
  saving: isShown => work && !isLate ? Promise.race([lateness, Promise.all([work, saving(isShown)])]) : saving(isShown),
  isUnsaved: link => isUnsaved(link) || !kind.keepsNew(link) && Boolean(work || held.length),
  keepsNew: link => keepsNew(link) || leadsToRow(link) || !desk.matches && !work && isShaping(link),
})

// A phone goes to a new page for another order or filter, which has what was typed.
const goOn = () => { if (!desk.matches && !work) visit.isLeaving = true }
on('submit', '#filter', goOn)
on('click', '#rows th a, .list .shape a', (link, event) => { if (!isModified(event) && isShaping(link)) goOn() }, true)

// The page that the browser has kept for the way back has the fields of its own rows.
addEventListener('pageshow', ({ persisted }) => {
  const form = persisted && $('#filter')
  if (form) for (const field of fields(form)) field.value = field.defaultValue
})

// Its fields stand within the form of the rows.
on('input', '.add', guard)
