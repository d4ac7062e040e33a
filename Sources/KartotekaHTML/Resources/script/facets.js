// Values of fields with their numbers of records beside a list, where a window is wide enough for them.

import { $, $$, active, goTo, instead, part, quietly } from './page.js'

const wide = matchMedia('(width >= 90rem)')

let asking, soon

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

// Several events of a commit come together.
const showSoon = () => {
  clearTimeout(soon)
  soon = setTimeout(() => quietly(show()), 100)
}

for (const type of ['settled', 'renewed']) addEventListener(type, showSoon)
wide.addEventListener('change', showSoon)
quietly(show())
