// A list in another order, or with another filter, is put in place without a new page.

import {
  $, $$, active, address, announce, draw, goTo, instead, isModified, load, on, quietly, rows, showPressed, visit,
} from './page.js'
import { mayLeave, wake } from './leaving.js'
import { forms } from './fields.js'
import { meetForms } from './unsaved.js'
import { scroller } from './rows.js'
import { allRows, listAddress, search, select, setFound, settle, stopSearch } from './list.js'
import { fresh, showNow } from './facets.js'

// What an address says of the list, and not of the place or the record in it.
const listOf = href => {
  const { pathname, searchParams } = new URL(href, location.href)
  for (const name of ['selected', 'near', 'after', 'before', 'from', 'at', 'rows']) searchParams.delete(name)
  searchParams.sort()
  return [pathname.replace(/\/-?\d+$/, ''), searchParams].join()
}
/**
 * Whether the page's address is that of another list than this one, or of the same in another order.
 * @type {(href: string) => boolean}
 */
export const isOtherList = href => listOf(href) != listOf(location.href)

const isIn = root => [
  $('script[type=module]', root)?.getAttribute('src'), $('.tabs [aria-current]', root)?.getAttribute('href'),
  $('main', root)?.className, !$('.grid', root), !$('article.record', root), !$('#rows', root), !$('.list.full', root),
].join()
/**
 * Whether a page shows the same kind of list as this one, so that its parts can be put in place.
 * @type {(page: Document) => boolean}
 */
export const isAlike = page => isIn(document) == isIn(page) && !$('.scrim', page) && !$('.scrim')

/**
 * Puts parts of a page in place of the same parts of this one.
 * @type {(page: ParentNode, ...selectors: string[]) => void}
 */
export const putParts = (page, ...selectors) => {
  for (const selector of selectors) {
    const [mine, theirs] = [$(selector), $(selector, page)]
    if (mine && theirs) mine.replaceWith(theirs)
  }
}

let asking

/**
 * Shows another page of the list.
 * @type {(href: string, isNew?: boolean) => Promise<unknown>}
 */
export const goInList = async (href, isNew) => {
  const { signal } = asking = instead(asking)
  stopSearch()
  rows.ariaBusy = 'true'
  try {
    const { response, page } = await load(href, { signal })
    if (!response.ok || !isAlike(page) || $('.index') || $('.index', page)) return location.assign(href)
    // Somebody has typed into the card meanwhile.
    const isMeant = await mayLeave()
    if (signal.aborted) return
    if (!isMeant) return address() == visit.here || history.pushState(null, '', visit.here)
    if (isNew) history.pushState(null, '', href)
    put(page)
  } finally {
    if (asking.signal == signal) rows.ariaBusy = null
    visit.isLeaving = false
  }
}

const put = page => {
  const text = $('#q')?.value
  const column = $('article.record', page)
  draw(page)
  // What stands around the rows leads to the same order and filter.
  putParts(page, '#lt', '.list .acts', '.list .search', '.list .shape')
  rows.replaceChildren(...$('#rows', page).childNodes)
  $('article.record')?.replaceWith(column)
  document.body.className = page.body.className
  document.title = page.title
  visit.here = address()
  setFound()
  settle()
  select(allRows().find(row => row.ariaCurrent))
  forms().forEach(wake)
  meetForms()
  scroller().scrollTop = 0
  dispatchEvent(new Event('record-shown'))
  showNow()
  announce($('#count')?.textContent)
  if (text == null || $('#q').value == text) return
  // It was typed meanwhile.
  $('#q').value = text
  search()
}

// Where the keyboard was before the rows came anew.
const places = ['#rows th a', '.shape .subsets a']

const follow = async link => {
  const selector = places.find(it => link.matches(it))
  const place = selector ? $$(selector).indexOf(link) : -1
  await goInList(link.href, true)
  link.classList.remove('pressed')
  if (selector && active() == document.body) goTo($$(selector)[place])
}

const layoutOf = href => new URL(href).searchParams.get('layout')

on('click', '#rows th a, .facets a, .shape .subsets a', async (link, event) => {
  if (event.defaultPrevented || isModified(event) || !rows || link.pathname != listAddress().pathname) return
  if (layoutOf(link.href) != layoutOf(location.href)) return
  event.preventDefault()
  showPressed(link)
  // The links of values follow a filter a moment later than the rows.
  const text = $('.t', link)?.textContent
  if (link.closest('.facets')) await fresh()
  const now = link.isConnected ? link : $$('.facets a').find(it => $('.t', it)?.textContent == text)
  if (now) quietly(follow(now))
})
