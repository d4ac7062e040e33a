// A form whose answer is a page of the same list is sent without a new page: saving a card beside its list, undo and redo.

import {
  $, $$, active, address, atLast, desk, draw, load, on, quietly, rows, stay, visit, waiting, writing,
} from './page.js'
import { edited, fields, keepUnsaved, shown } from './fields.js'
import { wake } from './leaving.js'
import { look } from './live.js'
import { arrive } from './rows.js'
import { putUndo } from './undo.js'
import { confirmSent, meetForms } from './unsaved.js'
import { allRows, rowOf, select, settle } from './list.js'
import { isAlike, isOtherList, putParts } from './list-pages.js'

// What was typed while the form was on its way, by the names of the fields.
const typedSince = (form, sent) => fields(form).filter(it => it.name && it.type != 'file' && shown(it) != sent.get(it))

const putCard = (page, later) => {
  const column = $('article.record', page)
  if (!column) return
  const mine = $('article.record')
  const top = mine.scrollTop
  mine.replaceWith(column)
  column.scrollTop = top
  const form = $(edited, column)
  for (const { name, type, value, checked } of later) {
    const field = form && fields(form).find(it => it.name == name && it.type == type)
    if (field) Object.assign(field, type == 'checkbox' ? { checked } : { value })
  }
  for (const each of $$(edited, column)) wake(each)
  if (form && later.length) keepUnsaved(form)
  meetForms()
  dispatchEvent(new Event('record-shown'))
}

// The rows in sight, and the one that the page leads to.
const putRows = async page => {
  const theirs = $$('#rows :is(.row, .no a)', page).find(row => row.ariaCurrent)
  const mine = theirs && rowOf(theirs.pathname)
  if (mine?.matches('.row')) mine.replaceChildren(...theirs.cloneNode(true).childNodes)
  select(mine)
  await look(0)
  if (!theirs || rowOf(theirs.pathname)) return select(theirs && rowOf(theirs.pathname))
  // It stands elsewhere in the list.
  rows.replaceChildren(...$('#rows', page).childNodes)
  settle()
  arrive(allRows().find(row => row.ariaCurrent))
}

const put = async ({ response, page }, later) => {
  const url = new URL(response.url)
  draw(page)
  document.body.className = page.body.className
  document.title = page.title
  if (url.pathname + url.search != address()) history.pushState(null, '', url)
  visit.here = address()
  const { id, selectionStart, selectionEnd } = active()
  const isInCard = active().closest('article.record')
  putCard(page, later)
  // One of the two titles is that of the page.
  putParts(page, '#lt', '.tabs ul')
  putUndo(page)
  /** @type {any} */
  const field = later.length && id && document.getElementById(id)
  if (field) {
    field.focus({ preventScroll: true })
    if (selectionStart != null) field.setSelectionRange(selectionStart, selectionEnd)
  }
  const shown = putRows(page)
  // The keyboard goes on at the record in question.
  if (!field && (isInCard || active() == document.body)) allRows().find(row => row.ariaCurrent)?.focus({ preventScroll: true })
  await shown
}

const send = async (form, submitter) => {
  /** @type {any} */
  const data = new FormData(form)
  if (submitter?.name) data.set(submitter.name, submitter.value)
  const body = form.enctype == 'multipart/form-data' ? data : new URLSearchParams(data)
  const sent = new Map(fields(form).map(field => [field, shown(field)]))
  const [before, card] = [address(), $('article.record')]
  const done = waiting()
  try {
    const answer = await load(submitter?.hasAttribute('formaction') ? submitter.formAction : form.action, { method: 'POST', body })
    const { response, page } = answer
    stay()
    if (!response.ok) {
      // A refusal or a question is a page of its own. It is answered the same once more, since nothing was stored.
      form.isPlain = true
      return form.requestSubmit(submitter)
    }
    confirmSent()
    // Somebody has gone on meanwhile.
    if (address() != before || $('article.record') != card || $('.scrim, dialog:modal')) {
      putUndo(page)
      return look(0)
    }
    if (!isAlike(page) || isOtherList(response.url)) {
      visit.isLeaving = true
      return location.assign(response.url)
    }
    await put(answer, typedSince(form, sent))
  } catch (error) {
    stay()
    throw error
  } finally {
    done()
  }
}

on('submit', 'article.record form[data-edits=stored]:not(#lines-form), body > .undo form', (form, event) => {
  if (form.isPlain || !desk.matches || !rows || $('.scrim, dialog:modal')) return
  if ([...form.elements].some(field => field.files?.length)) return
  atLast(event, () => {
    event.preventDefault()
    writing(quietly(send(form, event.submitter)))
  })
}, true)
