// What is changed anywhere is shown here, too. The server says that something was; the page is fetched anew, and what
// differs is put in place, so that nobody who reads or types is disturbed.

import { $, $$, active, address, draw, read, rows, visit } from './page.js'
import { fields, forms, isTyped, stored } from './fields.js'
import { hasUnsaved, wake } from './leaving.js'
import { kind, scroller } from './rows.js'

const tint = node => node.closest('main :is(li, tr), .field')?.animate({ offset: 0, background: 'var(--tint)' }, 1000)

// Parts by what they are known again by: a row by its record, a group by its initial, a form and a heading by
// their names, others by their order. What scripts have added, and why something was refused, is none of the server's.
const shared = ':scope > :not(.restored, #rows > .lone)'
const parts = parent => {
  const known = new Map()
  for (const node of $$(shared, parent)) {
    const title = node.matches('.letter + ul') && node.previousElementSibling.textContent
    const names = node.matches('form, h2') && ['id', 'aria-labelledby', 'action'].map(it => node.getAttribute(it))
    let key = [node.tagName, node.dataset.id, node.firstElementChild?.pathname, title, names].join()
    while (known.has(key)) key += '+'
    known.set(key, node)
  }
  return known
}

const control = '[data-stored], [name]:not([type=hidden], button)'

const morph = (mine, theirs) => {
  // Somebody is typing.
  if (mine.matches('.field, .set, td') && ($('#cell', mine) || $$(control, mine).some(isTyped))) return
  if (mine.matches(control)) {
    if (stored(mine) == stored(theirs)) return
    tint(mine)
    const isActive = mine == active()
    mine.replaceWith(theirs)
    return isActive && theirs.focus()
  }
  for (const { name, value } of theirs.attributes) if (mine.getAttribute(name) != value) mine.setAttribute(name, value)
  if (!$('a, button, [name], ul', mine)) {
    if (mine.innerHTML == theirs.innerHTML) return
    mine.replaceChildren(...theirs.childNodes)
    return tint(mine)
  }
  const [known, next] = [parts(mine), parts(theirs)]
  // What went wrong here stays until it is looked at.
  for (const [key, node] of known) if (!next.has(key) && !node.matches('.album .err')) node.remove()
  let place = $(shared, mine)
  for (const [key, node] of next) {
    const own = known.get(key)
    // One that moves on is taken out, and not all that it passes.
    if (own && place?.nextElementSibling == own) {
      place.remove()
      place = own
    }
    if (own && own == place) place = place.nextElementSibling
    else mine.insertBefore(own ?? node, place)
    if (own) morph(own, node)
    else tint(node)
  }
}

// The fields in which somebody types what somebody else has changed.
const overtaken = (form, now) => fields(form).filter(field => {
  // By its own name alone: a form gives a list of two where a switch has a hidden field beside it.
  const theirs = now && fields(now).find(other => other.name == field.name)
  return isTyped(field) && (!theirs || stored(field) != stored(theirs))
})

// Where somebody else changed what is being typed, everything around stays as it is until it is sent.
const isStuck = (form, now) => $('.err', form) || overtaken(form, now).length

// Says above the form of a card that it was changed or deleted meanwhile.
const warn = page => {
  const form = $('[data-overtaken]')
  if (!form) return
  const now = page.getElementById(form.id)
  const names = now && overtaken(form, now).map(field => {
    const theirs = fields(now).find(other => other.name == field.name)
    const label = field.labels?.[0]?.textContent ?? field.name
    return theirs?.matches('input:not([type=checkbox], [type=hidden]), textarea') ? `${label} “${stored(theirs)}”` : label
  })
  const text = !now ? form.dataset.gone : names.length ? form.dataset.overtaken.replace('{fields}', names.join(', ')) : ''
  const old = $('.meanwhile', form)
  if (!text) return old?.remove()
  if (old?.textContent == text) return
  const bar = old ?? document.createElement('p')
  bar.className = 'restored meanwhile'
  bar.role = 'status'
  bar.textContent = text
  if (!old) form.prepend(bar)
}

const renew = page => {
  // The first record of all makes another page.
  if ($('.list.full') && !$('.list.full', page)) return hasUnsaved() || $('.scrim') || location.reload()
  const stuck = forms().filter(form => isStuck(form, page.getElementById(form.id)))
  warn(page)
  draw(page)
  const all = kind.allRows()
  const focused = active()
  const tops = all.map(row => row.closest('li, tr')).map(item => [item, item.getBoundingClientRect().top])
  for (const selector of ['.tabs ul', '#rows', '.index', '#overview', '#settings', '#shape', 'article.record']) {
    const [mine, theirs] = [$(selector), $(selector, page)]
    if (mine && theirs && !stuck.some(form => mine.contains(form))) morph(mine, theirs)
  }
  document.title = page.title
  forms().forEach(wake)
  dispatchEvent(new CustomEvent('renewed', { detail: page }))
  if (!rows) return
  kind.settle()
  const place = all.indexOf(focused)
  if (place >= 0 && focused != active()) {
    (focused.isConnected ? focused : kind.allRows()[place])?.focus({ preventScroll: true })
  }
  // What is in view stays where it is.
  const box = scroller()
  const kept = tops.find(([item, top]) => top > 80 && item.isConnected && !item.getAnimations().length)
  if (kept && box.scrollTop) box.scrollTop += kept[0].getBoundingClientRect().top - kept[1]
}

let due = 0

const look = async () => {
  if (due++) return
  while (due) {
    // Not all windows at one moment; and the events of a commit come together.
    await new Promise(done => setTimeout(done, Math.random() * 50))
    // What is being loaded or sent is left as it is.
    if (visit.isLeaving || $('[aria-busy]')) continue
    const seen = due
    // As many rows as are shown, from the first of them on.
    const all = kind.allRows()
    const url = new URL(location.href)
    const first = $('[rel=prev]', rows ?? document)
    if (first) url.searchParams.set('at', new URL(first.href).searchParams.get('before'))
    url.searchParams.set('rows', String(all.length))
    const answer = await read(url).catch(() => null)
    if (answer?.response.headers.has('kartoteka-as-of')) return due = 0
    // Somebody went on meanwhile.
    if ($('[aria-busy]') || visit.here != address() || kind.allRows().some((row, place) => row != all[place])) continue
    due -= seen
    if (!answer?.response.ok) continue
    renew(answer.page)
    visit.entities = new Set(answer.entities)
  }
}

// A hidden page has no stream, since a browser opens few connections to a server. The next stream begins after the last
// event.
let stream

const follow = () => {
  stream?.close()
  stream = null
  const url = new URL(visit.changes, location.href)
  if (!visit.entities.has('*')) url.searchParams.set('entities', [...visit.entities].map(encodeURIComponent).join())
  stream = new EventSource(url)
  stream.onopen = () => {
    visit.isCut = false
    dispatchEvent(new Event('back'))
  }
  stream.onerror = () => { visit.isCut = true }
  stream.onmessage = ({ data, lastEventId }) => {
    visit.changes = visit.changes.replace(/=.*/, '=' + lastEventId)
    const { entity } = JSON.parse(data)
    // A reset names no entity: anything may have changed. The stream may have entities that the page no longer shows.
    if (entity && !visit.entities.has('*') && !visit.entities.has(entity)) return
    // The question before a deletion is the response to a form and can't be requested again.
    if (!location.pathname.endsWith('/delete')) look()
  }
  stream.addEventListener('reset', stream.onmessage)
}

if (visit.changes) {
  for (const type of ['pageshow', 'pagehide', 'visibilitychange']) {
    addEventListener(type, () => {
      if (!document.hidden && type != 'pagehide') return follow()
      stream?.close()
      stream = null
    })
  }
  addEventListener('entities', ({ detail }) => {
    if (!stream) return
    visit.changes = detail
    follow()
  })
}
