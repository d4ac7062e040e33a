// At a desk a record opens beside its list, and the list keeps its place.

import {
  $, active, address, announce, desk, encoded, goOn, isModified, load, on, quietly, rows, visit, writing,
} from './page.js'
import { forms, keepUnsaved, storage } from './fields.js'
import { hasUnsaved, mayLeave } from './leaving.js'
import { putCard, record } from './card.js'
import { idOf } from './rows.js'
import { putUndo } from './undo.js'
import { allRows, heading, listAddress, rowOf, select, setOpened, settle, withSearch } from './list.js'

// Puts the record's column of a page, or the placeholder of a list's page, in place of the one there is.
const put = (page, path) => putCard(page, () => {
  const id = idOf(path)
  document.body.className = 'frame at-' + (id ? 'record' : 'list')
  select(id && rowOf(path))
})

// The address of what is shown of an address.
const partOf = href => {
  const url = new URL(href)
  if (idOf(url.pathname)) url.searchParams.set('part', 'record')
  return url
}

// A press lasts longer than the server needs: what it leads to is asked for while the button is still down.
/** @type {{ href: string, changes?: string, answer: ReturnType<typeof load> } | undefined} */
let early
on('pointerdown', '#rows .row', (row, event) => {
  early = undefined
  if (!desk.matches || !record() || rows.ariaBusy || event.pointerType != 'mouse' || isModified(event)) return
  early = { href: row.href, changes: visit.changes, answer: load(partOf(row.href)) }
  quietly(early.answer)
})
// A click comes with the end of its press. An answer to a press that became none would be old by the next one.
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => setTimeout(() => { early = undefined }), true)
// What was changed since is not in it.
const takeEarly = href => {
  const taken = early?.href == href && early.changes == visit.changes ? early.answer : undefined
  early = undefined
  return taken
}

// `change` is the method that tells the history of the new address, if any. The row shows at once that it was pressed.
const show = async (href, change, row) => {
  const { signal } = goOn()
  const url = partOf(href)
  if (row) row.ariaBusy = 'true'
  try {
    const { response, page } = await (takeEarly(href) ?? load(url, { signal }))
    if (signal.aborted) return
    if (!response.ok || !record(page)) return location.assign(href)
    // Somebody has typed into the card that is shown while this one was on its way.
    const isMeant = await mayLeave()
    // The history has moved on.
    if (signal.aborted || !change && location.pathname != url.pathname) return
    if (!isMeant) return address() == visit.here || history.pushState(null, '', visit.here)
    if (change) history[change](change == 'pushState' ? 'row' : history.state, '', withSearch(href))
    put(page, url.pathname)
  } catch (error) {
    // The card that was to be left stays, with what is typed into it, also if that was to be discarded.
    if (!signal.aborted) {
      visit.isLeaving = false
      forms().forEach(keepUnsaved)
    }
    throw error
  } finally {
    if (row) row.ariaBusy = null
  }
}

on('click', '#rows .row', async (row, event) => {
  if (event.defaultPrevented || isModified(event)) return
  setOpened(row)
  if (desk.matches && record()) {
    event.preventDefault()
    // One record after the other is one step for the way back.
    const change = history.state == 'row' ? 'replaceState' : 'pushState'
    await quietly(show(row.href, location.pathname == row.pathname ? undefined : change, row))
    // Return goes on into the card.
    if (!event.detail) $('.field :is(input:not([type=hidden]), textarea, select)', record())?.focus()
  } else {
    // So that the way back leads to this row.
    history.replaceState(null, '', listAddress(idOf(row.pathname)))
    visit.here = address()
    row.ariaBusy = 'true'
    addEventListener('stayed', () => { row.ariaBusy = null }, { once: true })
  }
})

// The card follows the row that the arrow keys lead to, once they rest. A card with unsaved changes stays open.
let following

const showFocused = () => {
  const row = active().closest('#rows .row')
  if (!desk.matches || !record() || !row || row.ariaCurrent || $('.scrim') || hasUnsaved()) return
  // Other rows are on their way.
  if (rows.ariaBusy) return following = setTimeout(showFocused, 150)
  setOpened(row)
  const shown = show(row.href, idOf(location.pathname) ? 'replaceState' : 'pushState', row)
  // The focus stays in the list.
  quietly(shown.then(() => { if (row.ariaCurrent) announce($('#rt')?.textContent) }))
}

addEventListener('keydown', event => {
  clearTimeout(following)
  if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key) && !isModified(event)) following = setTimeout(showFocused, 150)
})

// Where it can't be had, what is shown is loaded as a page.
const loadShape = () => import('./reshape.js')
addEventListener('popstate', async () => {
  if (address() == visit.here) return
  if (!desk.matches) return location.reload()
  const reshape = rows && await loadShape().catch(() => undefined)
  if (reshape?.isOtherList(visit.here)) quietly(reshape.goBack())
  else if (await mayLeave()) quietly(show(location.href))
  else history.pushState(null, '', visit.here)
})

// The browser's own way back leads to the row that was followed; columns that scroll by themselves forget where they were.
on('click', '[id^=to-] a', (link, event) => {
  if (!isModified(event)) history.replaceState(null, '', '#' + link.closest('[id^=to-]').id)
})

addEventListener('pageshow', () => {
  if (location.hash.startsWith('#to-')) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'nearest' })
})

// The form of the card was saved, and the browser's way back led here again.
addEventListener('saved-before', () => {
  if (!record() || !idOf(location.pathname)) return
  visit.isLeaving = true
  quietly(show(location.href))
})

// Deleting a row without leaving the list; what can be undone appears below.

// A row that was drawn aside goes back when something else is touched.
let drawnAside

addEventListener('scroll', ({ target }) => {
  if (target.matches?.('#rows li, .sides li')) drawnAside = target
}, true)

addEventListener('pointerdown', ({ target }) => {
  if (!drawnAside || drawnAside.contains(target)) return
  drawnAside.scrollTo({ left: 0, behavior: matchMedia('(prefers-reduced-motion)').matches ? 'instant' : 'smooth' })
  drawnAside = undefined
}, true)

const removeRow = async (item, page) => {
  const list = item.parentElement
  const all = allRows()
  const place = all.indexOf($('.row', item))
  const next = all[place + 1] ?? all[place - 1]
  const hadFocus = item.contains(active()) || active() == document.body
  item.classList.add('leaving')
  await Promise.allSettled(item.getAnimations().map(animation => animation.finished))
  item.remove()
  if (!list.children.length) {
    heading(list)?.remove()
    list.remove()
  }
  if (!next) {
    if (!$('#rows', page)) return location.reload()
    rows.replaceChildren(...$('#rows', page).childNodes)
  }
  settle()
  if (hadFocus) next?.focus()
}

const removeIn = async (form, event) => {
  const button = event.submitter
  const item = button.closest('li')
  if (!item || button.isPlain) return
  event.preventDefault()
  if (item.ariaBusy) return
  // The news of it may be here before the answer.
  item.ariaBusy = 'true'
  const answer = await quietly(load(button.formAction, { method: 'POST', body: encoded(form) }))
  if (!answer) return item.ariaBusy = null
  const { response, page } = answer
  // Somebody else was quicker.
  if (response.status == 404) return removeRow(item, page)
  // A refusal or a question is a page of its own.
  if (!response.ok || $('.scrim', page)) {
    button.isPlain = true
    return form.requestSubmit(button)
  }
  for (const selector of ['#count', '.tabs [aria-current] .n']) {
    const theirs = $(selector, page)
    if (theirs) $(selector)?.replaceWith(theirs)
  }
  putUndo(page)
  if (record() && $('.row', item).ariaCurrent) {
    history.replaceState(null, '', response.url)
    put(page, location.pathname)
  }
  await removeRow(item, page)
}
on('submit', '#rows', (form, event) => writing(removeIn(form, event)))

// A row that is taken out of a section of a record leaves a phone's page where it was, also after a question.
on('submit', 'main form', (_, { submitter }) => {
  if (!desk.matches && submitter?.closest('.sides li')) storage?.setItem('place', `${location.pathname} ${scrollY}`)
})
const [path, top] = (storage?.getItem('place') ?? '').split(' ')
if (path == location.pathname) {
  storage.removeItem('place')
  scrollTo(0, Number(top))
}
