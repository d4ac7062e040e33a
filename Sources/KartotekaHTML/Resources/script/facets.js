// Values of fields with their numbers of records beside a list, where a window is wide enough for them.

import { $, $$, active, goTo, instead, part, quietly } from './page.js'

const wide = matchMedia('(width >= 90rem)')

let asking, soon
/** @type {Promise<unknown>} */
let showing = Promise.resolve()

const show = async () => {
  const filter = $('.shape .tool')
  if (!wide.matches || !filter) return
  const url = new URL(filter.href)
  url.pathname = url.pathname.replace(/[^/]+$/, 'facets')
  url.searchParams.delete('search')
  const search = $('#q')?.value.trim()
  if (search) url.searchParams.set('search', search)
  const { signal } = asking = instead(asking)
  const panel = $('.facets', await part(url, 'facets', signal))
  const focused = $('.facets')?.contains(active()) && active().textContent
  $('.facets')?.remove()
  if (!panel.children.length) return
  $('main .list').before(panel)
  if (focused) goTo($$('a', panel).find(link => link.textContent == focused))
}

/**
 * Shows the values of the list as it stands.
 * @type {() => Promise<unknown>}
 */
export const showNow = () => {
  clearTimeout(soon)
  return showing = quietly(show())
}

/** Resolves when the values are those of the list as it stands. @type {() => Promise<unknown>} */
export const fresh = () => showing

// Several events of a commit come together.
const showSoon = () => {
  clearTimeout(soon)
  soon = setTimeout(showNow, 100)
}

for (const type of ['settled', 'renewed']) addEventListener(type, showSoon)
wide.addEventListener('change', showSoon)
showNow()
