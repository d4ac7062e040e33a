// Values of fields with their numbers of records beside a list, where a window is wide enough for them.

import { $, $$, active, goTo, instead, part, quietly } from './page.js'

const wide = matchMedia('(width >= 90rem)')

let asking, soon
// The address of the values that are shown.
let shown

// A value by its field and its text; numbers of records change.
const nameOf = link => [link.closest('ul').previousElementSibling?.textContent, ($('.t', link) ?? link).textContent].join()

// The address of the values of the list as it is now.
const valuesNow = () => {
  const url = new URL($('.shape .tool').href)
  url.pathname = url.pathname.replace(/[^/]+$/, 'facets')
  url.searchParams.delete('search')
  const search = $('#q')?.value.trim()
  if (search) url.searchParams.set('search', search)
  return url.href
}

const show = async () => {
  if (!wide.matches || !$('.shape .tool')) return
  const url = valuesNow()
  const { signal } = asking = instead(asking)
  const panel = $('.facets', await part(url, 'facets', signal))
  const focused = $('.facets')?.contains(active()) && nameOf(active())
  $('.facets')?.remove()
  shown = url
  if (!panel.children.length) return
  $('main .list').before(panel)
  if (focused) goTo($$('a', panel).find(link => nameOf(link) == focused))
}

/**
 * Shows the values of the list as it is now.
 * @type {() => Promise<unknown>}
 */
export const showValues = () => {
  clearTimeout(soon)
  return quietly(show())
}

// Several events of a commit come together.
const showSoon = () => {
  clearTimeout(soon)
  soon = setTimeout(showValues, 100)
}

/**
 * The link of a value as it leads on from the list as it is now.
 * @type {(link: any) => Promise<any>}
 */
export const current = async link => {
  // What is asked for may be given up for news of the list.
  for (let times = 0; times < 3 && shown != valuesNow(); times++) await showValues()
  return link.isConnected ? link : $$('.facets a').find(each => nameOf(each) == nameOf(link)) ?? link
}

for (const type of ['settled', 'renewed']) addEventListener(type, showSoon)
wide.addEventListener('change', showSoon)
showValues()
