// At a desk, another order, filter or view of a list is put in place without a new page; so is the way back from it. What is
// asked for is the whole page: where it is another kind of page than this one, the browser goes there as by any link.

import {
  $, $$, active, address, announce, desk, encoded, goOn, isModified, load, on, own, quietly, rows, showPressed, visit,
} from './page.js'
import { putCard, record } from './card.js'
import { forms, keepUnsaved } from './fields.js'
import { mayLeave } from './leaving.js'
import { around } from './live.js'
import { arrive, scroller } from './rows.js'
import { current, showValues } from './facets.js'
import {
  allRows, cellLeft, holdSearch, isFound, isShaping, listAddress, putRows, rowOf, search, select, setFound, stopSearch,
  withSearch,
} from './list.js'
import { hide, selector } from './undo.js'

/**
 * What must be the same of two pages, so that parts of one can stand in the other.
 * @type {(page: Document) => string}
 */
export const frameOf = page => [
  page.documentElement.lang, page.body.dataset.hue, page.body.dataset.shortcuts,
  $('script[type=module]', page)?.getAttribute('src'), $('.tabs [aria-current]', page)?.getAttribute('href'),
  $('main', page)?.className,
  ...['.list.full', '.list > .search, .wide > .search', '.grid', 'article.record'].map(it => !$(it, page)),
].join()
/**
 * Whether a page is one of its own: a sheet, an answer to a form, a copy that is kept.
 * @type {(page: Document) => boolean}
 */
export const isFixed = page => !$('#rows', page) || $('.scrim, .as-of', page) || 'answer' in page.body.dataset
const isAlike = page => !isFixed(document) && !isFixed(page) && frameOf(document) == frameOf(page)

// Where one was in a list that was left: the rows that were loaded, and one that was in view.
const left = new Map()
const topOf = row => row.getBoundingClientRect().top
const placeNow = () => {
  const row = allRows().find(each => topOf(each) > 80)
  return { ...around(allRows()), path: row?.pathname, top: row && topOf(row) }
}

// Everything around the rows, whose links lead on from the list as it is now. The search field itself stays.
const putAround = page => {
  const [box, theirs] = [rows.parentElement, $('#rows', page).parentElement]
  for (const node of [...box.children]) if (!node.matches('.search, #rows')) node.remove()
  let place = box.firstElementChild
  for (const node of [...theirs.children]) {
    if (node.matches('.search, #rows')) place = place.nextElementSibling
    else box.insertBefore(node, place)
  }
  const strip = $('.index', page)
  $('.index')?.remove()
  if (strip) rows.closest('.list').after(strip)
  const [form, other] = [box, theirs].map(each => $(':scope > .search', each))
  if (!form) return
  form.setAttribute('action', other.getAttribute('action'))
  for (const field of $$('[type=hidden]', form)) field.remove()
  form.prepend(...$$('[type=hidden]', other))
}

// Links that are replaced by the same ones.
const links = ['#rows th a', '.list .shape a', '.list .bar a']

// The link, or the row, that had the focus has it again.
const keepPlaceOfFocus = act => {
  const group = links.find(selector => active().matches(selector))
  const index = group ? $$(group).indexOf(active()) : -1
  const path = active().closest('#rows .row')?.pathname
  act()
  if (active() != document.body) return
  const spot = group ? $$(group).at(Math.min(index, $$(group).length - 1)) : path && rowOf(path)
  spot?.focus({ preventScroll: true })
}

const put = (page, change, place) => {
  left.set(visit.here, placeNow())
  change?.()
  putCard(page, () => {
    putAround(page)
    document.body.className = page.body.className
    putRows($('#rows', page))
    const chosen = allRows().find(row => row.ariaCurrent)
    select(chosen)
    const row = place && allRows().find(each => each.pathname == place.path)
    scroller().scrollTop = 0
    if (row) scroller().scrollTop = topOf(row) - place.top
    else arrive(chosen)
  })
  showValues()
  announce($('#count')?.textContent)
  // Without a connection it is read as it is now.
  navigator.serviceWorker?.controller?.postMessage(location.href.replace(/#.*/, ''))
}

/**
 * Whether an address is that of this list in another shape, or of another list: more differs than the record and the place.
 * @type {(href: string) => boolean}
 */
export const isOtherList = href => {
  const [one, other] = [href, location.href].map(each => {
    const { pathname, searchParams } = new URL(each, location.href)
    for (const name of ['selected', 'near', 'after', 'before', 'from', 'at', 'rows']) searchParams.delete(name)
    searchParams.sort()
    return pathname.replace(/\/~?-?\d+$/, '') + '?' + searchParams
  })
  return one != other
}

/** The bar of the last change, if any. @type {() => any} */
const lastBar = () => $(selector)

/**
 * Takes over the bar of another page that is shown from now on: it comes back to there. As on every next page, a bar that was
 * seen is hidden.
 * @type {(page: ParentNode) => void}
 */
const turnUndo = page => {
  const [old, bar] = [lastBar(), $(selector, page)]
  if (old && !old.matches('.gone')) hide(old)
  old?.remove()
  if (bar) document.body.append(bar)
}

// What is typed above columns becomes an address of the list.
const isOfList = ({ redirected, url }) => !redirected || new URL(url).pathname == listAddress().pathname

// How long an answer is awaited where the worker keeps pages, as long as it waits itself.
const patience = 6000

let busy

// Shows the list of an address. `change` tells the history of it; `leave` goes there by a new page; `place` is where one was
// in it.
const turn = async (href, signal, leave, change, place) => {
  busy = signal
  stopSearch()
  holdSearch(true)
  rows.ariaBusy = 'true'
  const [before, bar, field] = [location.href, lastBar(), $('#q')]
  const text = field?.value
  let isGone = false
  const go = () => {
    visit.isGoing = isGone = true
    leave()
  }
  // A new page shows what the worker keeps of it.
  const late = setTimeout(() => { if (navigator.serviceWorker?.controller && !signal.aborted) go() }, patience)
  try {
    const url = new URL(href)
    if (place?.at) url.searchParams.set('at', place.at)
    if (place?.rows) url.searchParams.set('rows', String(place.rows))
    const { response, page } = await load(url, { signal })
    clearTimeout(late)
    if (isGone) return
    if (!response.ok || !isOfList(response) || !isAlike(page)) return go()
    // Somebody has typed into the card that is shown while this was on its way.
    const isMeant = !record() || await mayLeave()
    await cellLeft(signal)
    // The history has moved on.
    if (!change && location.href != before) return
    if (!isMeant) return address() == visit.here || history.pushState(null, '', visit.here)
    stopSearch()
    keepPlaceOfFocus(() => put(page, change && (() => change(response.url)), place))
    if (bar == lastBar()) turnUndo(page)
    if (field && field.value == text) {
      const theirs = $('#q', page).value
      if (text != theirs) field.value = theirs
      setFound()
    }
  } catch (error) {
    if (signal.aborted) throw error
    if (isGone) return
    visit.isLeaving = false
    forms().forEach(keepUnsaved)
    // What is kept of it can be read; the address of a place in the history is there already.
    if (!change || navigator.serviceWorker?.controller) return go()
    throw error
  } finally {
    clearTimeout(late)
    if (busy == signal) {
      rows.ariaBusy = null
      holdSearch(false)
    }
    // It was typed meanwhile, or given up.
    if (busy == signal && field && (field.value != text || !isFound()) && !visit.isGoing) search()
  }
}

/**
 * Shows the list of the place in the history that the browser is at.
 * @type {() => Promise<unknown>}
 */
export const goBack = () => turn(location.href, goOn().signal, () => location.reload(), undefined, left.get(address()))

on('click', '#rows th a, .facets a, .list .shape a', async (link, event) => {
  if (event.defaultPrevented || isModified(event) || !desk.matches) return
  if (visit.isGoing || !isShaping(link) || isFixed(document)) return
  event.preventDefault()
  showPressed(link)
  const { signal } = goOn()
  try {
    const now = link.matches('.facets a') ? await current(link) : link
    if (signal.aborted) return
    const { href } = withSearch(now.href)
    await quietly(turn(href, signal, () => location.assign(href), () => history.pushState(null, '', href)))
  } finally {
    link.classList.remove('pressed')
  }
})

// What is typed above the columns of a table narrows it down.
on('submit', '#filter', (form, event) => {
  if (event.defaultPrevented || !desk.matches || visit.isGoing || isFixed(document)) return
  event.preventDefault()
  const url = withSearch(own(form, 'action'))
  for (const [name, value] of encoded(form)) if (name != 'search') url.searchParams.append(name, value)
  const { signal } = goOn()
  return quietly(turn(url.href, signal, () => location.assign(url), href => history.pushState(null, '', href)))
})
