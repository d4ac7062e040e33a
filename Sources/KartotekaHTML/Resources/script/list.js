// Lists: they filter while one types, and have one row in the order of the tab key.

import {
  $, $$, active, address, announce, desk, goTo, instead, isTyping, on, onTyped, own, part, press, quietly, rows, visit,
} from './page.js'
import { isTyped, keepFocus } from './fields.js'
import { mayLeave } from './leaving.js'
import { look } from './live.js'
import { arrive, idOf, kind, pages, scroller } from './rows.js'

/**
 * The rows, by their links.
 * @type {() => any[]}
 */
export const allRows = () => rows ? $$('.row, .no a', rows) : []
/**
 * The one that was pressed, where a record stands in several groups.
 * @type {(path: string) => any}
 */
export const rowOf = path => [opened, ...allRows()].find(row => row?.isConnected && row.pathname == path)
const chosenRow = () => allRows().find(row => row.ariaCurrent)
const searched = () => $('#q')?.value.trim()

/**
 * The list's address with the search that stands in the field, opened at a record.
 * @type {(id?: string | null) => URL}
 */
export const listAddress = id => {
  const url = new URL($('.search')?.action ?? $('.tabs [aria-current]').href)
  // A tab may open in a layout of its own.
  if (!new URL(location.href).searchParams.has('layout')) url.searchParams.delete('layout')
  if (searched()) url.searchParams.set('search', searched())
  if (id) url.searchParams.set('selected', id)
  return url
}

/**
 * An address with the search that stands in the field.
 * @type {(href: string) => URL}
 */
export const withSearch = href => {
  const url = new URL(href)
  if (!$('#q')) return url
  if (searched()) url.searchParams.set('search', searched())
  else url.searchParams.delete('search')
  return url
}

// What deletes a row, or takes it out.
const buttonOf = row => $(':scope > button', row.parentElement)
const rove = (row = chosenRow() ?? allRows()[0]) => {
  for (const other of allRows()) {
    // Where fingers scroll rows aside, everything in them stays within reach.
    const place = desk.matches && other != row ? -1 : 0
    if (other.tabIndex != place) other.tabIndex = place
    if (buttonOf(other)) buttonOf(other).tabIndex = other.tabIndex
  }
}

/**
 * Shows which row is chosen.
 * @type {(row?: any) => void}
 */
export const select = row => {
  for (const other of allRows()) {
    other.ariaCurrent = other == row ? 'true' : null
    other.removeAttribute('id')
  }
  rove(row)
}

on('focusin', '#rows .row', row => rove(row))

/**
 * What has to be done whenever rows came.
 * @type {() => void}
 */
export const settle = () => {
  rove(active().closest('#rows .row') ?? undefined)
  for (const button of $$('li > button', rows)) {
    button.ariaLabel = rows.dataset.delete.replace('{title}', $('.t', button.parentElement).textContent)
  }
  $$('a.pager').forEach(link => pages.observe(link))
  dispatchEvent(new Event('settled'))
}

/**
 * Resolves when no cell is typed into, unless the signal is aborted: such a cell stays until it is left.
 * @type {(signal: AbortSignal) => Promise<void>}
 */
export const cellLeft = async signal => {
  while ($('#cell', rows)) await new Promise(go => addEventListener('cell-left', () => setTimeout(go), { once: true }))
  signal.throwIfAborted()
}

// What is typed for a new record, or above a column, stays.
const keepTyped = (field, now) => {
  if (now?.closest('.add, .filter') && isTyped(field)) now.value = field.value
}

/**
 * Puts other rows in place. The one that had the focus has it again.
 * @type {(content: ParentNode) => void}
 */
export const putRows = content => {
  const focused = active().closest('#rows [data-id]')
  const place = [...focused?.cells ?? []].findIndex(cell => cell.contains(active()))
  keepFocus(() => {
    const typed = $$('tr:is(.add, .filter) [name]', rows)
    rows.replaceChildren(...content.childNodes)
    for (const field of typed) keepTyped(field, document.getElementById(field.id))
  })
  settle()
  if (!focused) return
  const now = $(`[data-id="${focused.dataset.id}"]`, rows)
  const spot = now?.cells?.[place] ?? now
  goTo(spot ? $('.row, a', spot) ?? spot : allRows()[0])
}

let asking

/**
 * Shows the rows of another address of the list.
 * @type {(address: string | URL) => Promise<void>}
 */
export const replaceRows = async address => {
  const request = asking = instead(asking)
  rows.ariaBusy = 'true'
  try {
    const content = await part(address, 'list', request.signal)
    await cellLeft(request.signal)
    putRows(content)
  } finally {
    if (request == asking) rows.ariaBusy = null
  }
}

/** Gives up the search that is under way. */
export const stopSearch = () => {
  clearTimeout(typed)
  asking?.abort()
  asking = undefined
}

/**
 * Whether a link leads to this list in another order or with another filter, and in the same layout.
 * @type {(link?: any) => boolean}
 */
export const isShaping = link => {
  if (!rows || !link?.matches('#rows th a, .facets a, .list .shape a') || link.pathname != listAddress().pathname) return false
  const [one, other] = [link, location].map(each => new URLSearchParams(each.search).get('layout'))
  return one == other
}

// Search

let typed, finding, askedFor

// What the rows that are shown were found for.
let shownFor = searched()

const chosenID = () => idOf(location.pathname) ?? new URL(location.href).searchParams.get('selected')

const findRows = async () => {
  clearTimeout(typed)
  const text = askedFor = searched()
  await replaceRows(listAddress(chosenID()))
  shownFor = text
  // A record may have been opened meanwhile.
  const url = new URL(location.href)
  if (idOf(url.pathname)) select(rowOf(url.pathname))
  for (const name of ['search', 'after', 'before', 'from', 'near']) url.searchParams.delete(name)
  if (searched()) url.searchParams.set('search', searched())
  history.replaceState(history.state, '', url)
  visit.here = address()
  $('.index')?.toggleAttribute('hidden', !!searched())
  for (const link of $$('.list .bar :is([href*="/new"], [href*="/several"]), .list .shape a')) {
    const target = new URL(link.href)
    target.searchParams.delete('search')
    if (searched()) target.searchParams.set('search', searched())
    link.href = target
  }
  // The links around the rows lead on from them now.
  dispatchEvent(new Event('found'))
  announce($('#count')?.textContent)
}

/** Finds the rows for what stands in the search. @type {() => Promise<unknown>} */
export const search = () => isHeld ? Promise.resolve() : finding = quietly(findRows())
let isHeld = false
/** Whether another list is on its way: what is typed is searched in that one. @type {(isOn: boolean) => void} */
export const holdSearch = isOn => { isHeld = isOn }
/** Whether the rows are those of the search that stands in the field. @type {() => boolean} */
export const isFound = () => searched() == shownFor
/** Says that the rows are those of the search that stands in the field. */
export const setFound = () => { shownFor = askedFor = searched() }
const found = () => Promise.resolve(searched() == shownFor || (searched() == askedFor ? finding : search()))

// At once, and as long as an answer is awaited once less is typed.
onTyped('#q', () => {
  clearTimeout(typed)
  typed = setTimeout(search, rows.ariaBusy ? 60 : 0)
})
// A search that nobody answered is made again once the server is there.
addEventListener('back', () => { if (rows && searched() != shownFor && !rows.ariaBusy) search() })
on('submit', '.search:has(#q)', (form, event) => {
  event.preventDefault()
  search()
  if (!desk.matches) $('#q').blur()
})

// Further pages

/**
 * The heading of a group of rows.
 * @type {(list: any) => any}
 */
export const heading = list => list.previousElementSibling?.matches('.letter') ? list.previousElementSibling : undefined

// Rows under the same initial go on in the same group.
const unite = (list, more, place) => {
  if (!list || !more || heading(list)?.textContent != heading(more)?.textContent) return
  list[place](...more.children)
  heading(more)?.remove()
  more.remove()
}

const join = (link, content, isEarlier) => {
  const row = link.closest('tr')
  if (row) {
    const more = $$('tbody > tr', content)
    // A group that goes on has its heading already.
    const headings = isEarlier ? [more.filter(it => it.matches('.heads')).at(-1), $('.heads', rows)] : [$$('.heads', rows).at(-1), more[0]]
    if (headings[1]?.matches('.heads') && headings[0]?.textContent == headings[1].textContent) {
      if (!isEarlier) more.shift()
      headings[1].remove()
    }
    return row.replaceWith(...more)
  }
  const [here, there] = [$$('ul', rows), $$('ul', content)]
  if (isEarlier) unite(here[0], there.at(-1), 'prepend')
  else unite(here.at(-1), there[0], 'append')
  link.replaceWith(...content.childNodes)
}

// Coming back: the row that was opened has the focus and stays where the eye left it, with what has changed meanwhile.

let opened
/** Says which row was opened. @type {(row: any) => void} */
export const setOpened = row => { opened = row }

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || !rows) return
  if (opened?.isConnected) {
    select(opened)
    opened.focus({ preventScroll: true })
  }
  look(0)
})

// A tablet that is turned shows the same rows.
let inView, resting

addEventListener('scroll', () => {
  clearTimeout(resting)
  resting = setTimeout(() => { inView = allRows().find(row => row.getBoundingClientRect().top > 80) }, 150)
}, { capture: true, passive: true })
desk.addEventListener('change', () => {
  if (!rows) return
  const row = inView
  settle()
  if (row?.isConnected) row.scrollIntoView({ block: 'start' })
})

// A new record is added on a sheet above the list as it stands, to which Cancel leads back.
on('click', '.list .bar [data-part=new]', link => {
  const url = new URL(link.href)
  url.searchParams.delete('near')
  const middle = (scroller().scrollTop > 0 || $('a.pager[rel=prev]'))
    && allRows().find(row => row.getBoundingClientRect().bottom > innerHeight / 2)
  if (middle) url.searchParams.set('near', idOf(middle.pathname) ?? '')
  link.href = url.href
}, true)

// What keys do

// A row of a table has no button of its own. What is typed into cells is stored before.
const removeRow = async ({ pathname }) => {
  await kind.saving()
  const row = await mayLeave() && rowOf(pathname)
  if (!row) return
  visit.isLeaving = true
  const button = Object.assign(document.createElement('button'), { formAction: pathname + '/delete', hidden: true })
  row.after(button)
  button.click()
  // A page that the browser keeps for the way back has none.
  button.remove()
}

const remove = row => {
  if (buttonOf(row)) return press(buttonOf(row))
  if (!('delete' in rows.dataset)) return
  quietly(removeRow(row))
  return true
}

const letGo = target => {
  if (!isTyping(target)) return
  target.blur()
  goTo(chosenRow())
}

const searchIn = field => own(field.form, 'matches')('#filter') ? field.form.requestSubmit() : search()
const keepsNew = link => desk.matches && Boolean(link?.matches('.pager') || isShaping(link))

Object.assign(kind, { allRows, chosenRow, settle, join, remove, letGo, search: searchIn, found, keepsNew })

if (rows) {
  settle()
  const near = new URL(location.href).searchParams.get('near')
  const nearRow = allRows().find(row => idOf(row.pathname) == near)
  arrive(chosenRow() ?? nearRow)
  // After saving and undoing, the keyboard goes on at the record in question.
  if (desk.matches && active() == document.body) {
    const row = location.search.includes('selected=') ? chosenRow() : $('.grid') && nearRow
    row?.focus({ preventScroll: true })
  }
}
