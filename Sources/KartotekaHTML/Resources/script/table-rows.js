// Rows are added, changed and deleted without leaving the table.

import { $, $$, desk, encoded, goTo, isModified, load, on, press, quietly, rows, visit } from './page.js'
import { forgetUnsaved, unsavedPrefix } from './fields.js'
import { mayLeave } from './leaving.js'
import { kind } from './rows.js'
import { choose, chosen, leave, listAddress, put, rowOf } from './table.js'

on('submit', '#add, #edit, #d, .undo form', async (form, event) => {
  if (event.defaultPrevented || visit.isLeaving) return
  event.preventDefault()
  if (form.ariaBusy || !form.matches('#edit, #d') && !await mayLeave(rows)) return
  form.ariaBusy = 'true'
  const answer = await quietly(load(form.action, { method: 'POST', body: encoded(form) }))
  form.ariaBusy = null
  if (answer) came(form, answer)
}, true)

const came = (form, { response, page }) => {
  const { redirected } = response
  if (redirected) forgetUnsaved(unsavedPrefix(form))
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
  put(page, { anchor: redirected && form.id != 'edit' ? near : id, isAdded: form.id == 'add' })
  if (!redirected) return goTo($('[autofocus], .chosen .bad', rows))
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
  goTo(field)
})
