// Tables: sorting, filtering and choosing without leaving the page.

import {
  $, $$, active, address, announce, desk, encoded, goTo, instead, isModified, on, own, part, quietly, rows, visit,
} from './page.js'
import { fields, forgetUnsaved, forms, keepFocus } from './fields.js'
import { mayLeave, wake } from './leaving.js'
import { meetForms } from './unsaved.js'
import { arrive, kind, pages, scroller } from './rows.js'
import { putUndo } from './undo.js'

/**
 * The row of a record.
 * @type {(id?: string | false | null) => any}
 */
export const rowOf = id => $(`#rows [data-id="${id}"]`)
/**
 * The row that is chosen.
 * @type {() => any}
 */
export const chosen = () => $('#rows .chosen[data-id]')
// What has the focus of a row: its link, where there is one.
const allRows = () => $$('#rows [data-id]').map(row => $('.no a', row) ?? row)
const chosenRow = () => allRows().find(row => row.ariaCurrent)
const firstField = row => $('[name]', row)

/**
 * The table's address as it stands, with a record chosen.
 * @type {(id?: string | null) => URL}
 */
export const listAddress = id => {
  const url = new URL(location.href)
  url.pathname = $('.tabs [aria-current]').pathname
  for (const name of ['near', 'selected']) url.searchParams.delete(name)
  if (id) url.searchParams.set('selected', id)
  return url
}

// At a desk one row is in the order of the tab key, and arrows lead to the others.
const rove = (row = chosenRow() ?? allRows()[0]) => {
  if (desk.matches) for (const other of allRows()) other.tabIndex = other == row ? 0 : -1
}

on('focusin', '#rows .no a', row => rove(row))

// Fields stand in rows, and not within their form.
for (const type of ['input', 'change']) on(type, '#rows [form=edit]', field => wake(field.form))

// What has to be done whenever rows came.
const settle = () => {
  rove(active().closest('#rows .no a') ?? undefined)
  forms().forEach(wake)
  $$('.pager').forEach(link => pages.observe(link))
}

const join = (link, content) => link.closest('tr').replaceWith(...$('tbody', content).children)

// Another page

const texts = form => new Map($(form) ? fields($(form)).map(field => [field.id, field.value]) : [])

/**
 * Puts a page, or a part of one, in place. What was typed for a new row stays, unless it was just added. What was typed for
 * the address `saved` is forgotten: a field that is taken away while it is in use keeps its form once more.
 * @type {(page: ParentNode, options?: { anchor?: string | false | null, isAdded?: boolean, saved?: string | false }) => void}
 */
export const put = (page, { anchor, isAdded, saved } = {}) => {
  const box = scroller()
  const top = rowOf(anchor)?.getBoundingClientRect().top
  const typed = isAdded ? [] : texts('#add')
  for (const selector of ['#rows', '.acts', '.tabs ul', '.shape']) {
    const [mine, theirs] = [$(selector), $(selector, page)]
    if (theirs) mine?.replaceChildren(...theirs.childNodes)
  }
  for (const [id, text] of typed) {
    const field = $('#' + id)
    if (field && text) field.value = text
  }
  if ($('.tabs', page)) {
    putUndo(page)
  }
  visit.isLeaving = false
  visit.here = address()
  settle()
  if (saved) forgetUnsaved(saved)
  meetForms()
  const row = rowOf(anchor)
  if (row && top != undefined) box.scrollTop += row.getBoundingClientRect().top - top
}

let asking

const contents = () => forms().map(form => String(encoded(form))).join()

const go = async (href, isNew) => {
  const request = asking = instead(asking)
  rows.ariaBusy = 'true'
  const [before, sent] = [contents(), texts('#filter')]
  try {
    const page = await part(href, 'list', request.signal)
    // Somebody has typed into a row meanwhile.
    if (contents() != before) {
      visit.isLeaving = false
      const isMeant = await mayLeave(rows)
      if (request.signal.aborted) return
      if (!isMeant) return address() == visit.here || history.pushState(null, '', visit.here)
    }
    const later = [...texts('#filter')].filter(([id, text]) => text != sent.get(id))
    if (isNew) history.pushState(null, '', href)
    keepFocus(() => {
      put(page)
      for (const [id, text] of later) if ($('#' + id)) $('#' + id).value = text
    })
    scroller().scrollTop = 0
    announce($('#count, .empty h2', rows)?.textContent)
  } finally {
    visit.isLeaving = false
    if (request == asking) rows.ariaBusy = null
  }
}

// Goes on where the focus was before the rows came anew.
const goFrom = async (element, href) => {
  const { id } = element
  const place = $$('th a', rows).indexOf(element)
  await go(href, true)
  if (active() == document.body) goTo(id ? document.getElementById(id) : $$('th a', rows)[place])
}

on('click', '#rows :is(th, .under, .empty) a:not([href^="#"]), .menu a', (link, event) => {
  const isElsewhere = link.pathname != listAddress().pathname
  if (event.defaultPrevented || isModified(event) || isElsewhere) return
  event.preventDefault()
  quietly(goFrom(link, link.href))
})

const filter = () => {
  const url = new URL(own($('#filter'), 'action'))
  for (const [name, value] of encoded($('#filter'))) if (value.trim()) url.searchParams.set(name, value.trim())
  return goFrom(active(), url)
}

on('submit', '#filter', async (form, event) => {
  event.preventDefault()
  if (!await mayLeave(rows)) return
  quietly(filter())
  if (!desk.matches) active().blur()
}, true)

const search = field => field.form.requestSubmit()

addEventListener('popstate', async () => {
  if (address() == visit.here) return
  if (await mayLeave(rows)) quietly(go(location.href))
  else history.pushState(null, '', visit.here)
})

// Choosing a row

// Puts single rows in place, and the forms of the one that is chosen.
const putRows = content => {
  for (const old of $$('#edit, #d, .why:not(.add)', rows)) old.remove()
  rows.prepend(...$$('#edit, #d', content))
  for (const row of $$('tr', content)) rowOf(row.dataset.id)?.replaceWith(row)
  visit.isLeaving = false
  settle()
  meetForms()
}

// Opening or closing a row that is under way. What is pressed meanwhile is about the rows that it puts in place.
let turning = null

/** @type {(id: string, href: string) => Promise<void>} */
const turn = async (id, href) => {
  while (turning) await turning
  const work = replaceRows(id, href)
  const done = turning = work.catch(() => {})
  await work.finally(() => { if (turning == done) turning = null })
}

const replaceRows = async (id, href) => {
  const url = new URL(href)
  const before = chosen()?.dataset.id
  if (before) url.searchParams.set('near', before)
  try {
    putRows(await part(url, 'record'))
  } catch (error) {
    visit.isLeaving = false
    // It is gone: the whole page says what there is.
    if (error == 'refused') location.assign(href)
    throw error
  }
  history.replaceState(null, '', href)
  visit.here = address()
}

/**
 * Opens a row for typing, in the field of a cell or by key in the first one.
 * @type {(row: any, place?: number, isByKey?: boolean) => Promise<void>}
 */
export const choose = async (row, place = 0, isByKey = false) => {
  const { id } = row.dataset
  if (row != chosen()) await turn(id, $('.no a', row).href)
  const now = rowOf(id)
  const field = isByKey ? firstField(now) : place > 0 && firstField(now.cells[place])
  goTo(field || $('.no a', now))
}

/**
 * Closes the row that is chosen.
 * @type {() => Promise<void>}
 */
export const leave = async () => {
  while (turning) await turning
  const row = chosen()
  if (!row) return
  const { id } = row.dataset
  await turn(id, $('.no a', row).href)
  goTo($('.no a', rowOf(id)))
}

on('click', '#rows [data-id]', async (row, event) => {
  const { target } = event
  if (event.defaultPrevented || isModified(event) || !$('.no a', row) || target.closest('button, label')) return
  if (target.closest('input, select, textarea') && !turning) return
  // Somebody marks text to copy it.
  if (getSelection().type == 'Range' && !target.closest('a')) return
  const isByKey = !event.detail
  const mayClose = isByKey || target.closest('.no')
  const place = target.closest('td')?.cellIndex
  if (row == chosen() && !mayClose && !turning) return
  event.preventDefault()
  while (turning) await turning
  const now = rowOf(row.dataset.id)
  if (!now || now == chosen() && !mayClose || !await mayLeave(rows)) return
  quietly(now == chosen() && !isByKey ? leave() : choose(now, place, isByKey))
})

Object.assign(kind, { allRows, chosenRow, settle, join, search })

if (rows) {
  settle()
  arrive(chosenRow() ?? $('.near', rows))
}
