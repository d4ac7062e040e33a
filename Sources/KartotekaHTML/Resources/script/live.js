// What is changed anywhere is shown here, too. The server says that something was; the page is fetched anew, and what
// differs is put in place, so that nobody who reads or types is disturbed.

import { $, $$, active, address, atLast, draw, isDown, isModified, on, own, read, rows, trouble, visit } from './page.js'
import { fields, forms, isTyped, shown, stored } from './fields.js'
import { hasUnsaved, wake } from './leaving.js'
import { cursors, kind, scroller } from './rows.js'

const tint = node => own(node, 'closest')('main :is(li, tr), .field')?.animate({ offset: 0, background: 'var(--tint)' }, 1000)

// Parts by what they are known again by: a row by its record, a group by its initial, a form and a heading by
// their names, others by their order. What scripts have added, and why something was refused, is none of the server's.
const shared = ':scope > :not(.restored, .tickbox, #rows > .lone)'
const parts = parent => {
  const known = new Map()
  for (const node of $$(shared, parent)) {
    const is = own(node, 'matches')
    const title = is('.letter + ul') && node.previousElementSibling.textContent
    const names = is('form, h2') && ['id', 'aria-labelledby', 'action'].map(it => node.getAttribute(it))
    let key = [node.tagName, node.dataset.id, node.firstElementChild?.pathname, title, names].join()
    while (known.has(key)) key += '+'
    known.set(key, node)
  }
  return known
}

// A row of a table in which somebody types stays until it is left.
const isWorkedIn = node => own(node, 'matches')('.grid tr') && (node.contains(active()) || $('[data-typed]', node))

const control = '[data-stored], [name]:not([type=hidden], button)'

// Attributes that no script sets where the server does not.
const servers = new Set(['href', 'src', 'title', 'data-value', 'data-field', 'data-stored', 'colspan'])

// The field in use stays, with its caret.
const refill = (mine, theirs) => {
  const { selectionStart, selectionEnd } = mine
  if (mine.matches('select')) mine.replaceChildren(...theirs.childNodes)
  for (const { name, value } of theirs.attributes) if (name != 'type') mine.setAttribute(name, value)
  if (mine.type == 'checkbox') mine.checked = theirs.checked
  else mine.value = mine.defaultValue = stored(theirs)
  if (selectionStart != null) mine.setSelectionRange(selectionStart, selectionEnd)
}

const morph = (mine, theirs) => {
  // Somebody is typing, or what was typed is on its way.
  const is = own(mine, 'matches')
  if (is('.field, .set, td') && (mine.matches('[data-typed]') || $$(control, mine).some(isTyped))) return
  if (is(control)) {
    if (stored(mine) == stored(theirs)) return
    tint(mine)
    return mine == active() ? refill(mine, theirs) : mine.replaceWith(theirs)
  }
  for (const { name, value } of own(theirs, 'attributes')) if (mine.getAttribute(name) != value) mine.setAttribute(name, value)
  for (const { name } of [...own(mine, 'attributes')]) if (servers.has(name) && !theirs.hasAttribute(name)) mine.removeAttribute(name)
  if (!$('a, button, [name], ul', mine)) {
    if (mine.innerHTML == theirs.innerHTML) return
    mine.replaceChildren(...theirs.childNodes)
    return tint(mine)
  }
  const [known, next] = [parts(mine), parts(theirs)]
  // What went wrong here stays until it is looked at.
  for (const [key, node] of known) if (!next.has(key) && !own(node, 'matches')('.album .err') && !isWorkedIn(node)) own(node, 'remove')()
  let place = $(shared, mine)
  for (const [key, node] of next) {
    const old = known.get(key)
    // One that moves on is taken out, and not all that it passes.
    if (old && place?.nextElementSibling == old) {
      own(place, 'remove')()
      place = old
    }
    if (old && old == place) place = place.nextElementSibling
    else mine.insertBefore(old ?? node, place)
    if (old) morph(old, node)
    else tint(node)
  }
}

// The fields in which somebody types what somebody else has changed.
const overtaken = (form, now) => fields(form).filter(field => {
  // By its own name alone: a form gives a list of two where a switch has a hidden field beside it.
  const theirs = now && fields(now).find(other => other.name == field.name)
  return isTyped(field) && (!theirs || stored(field) != stored(theirs) && shown(field) != stored(theirs))
})

// Where somebody else changed what is being typed, everything around stays as it is until it is sent.
const isStuck = (form, now) => $('.err', form) || overtaken(form, now).length

// Says above the form of a card that it was changed or deleted meanwhile.
const warn = page => {
  const form = $('[data-overtaken]')
  if (!form) return
  const now = page.getElementById(own(form, 'id'))
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
  if (!old) own(form, 'prepend')(bar)
}

const renew = page => {
  // The first record of all makes another page.
  if ($('.list.full') && !$('.list.full', page)) return hasUnsaved() || $('.scrim') || location.reload()
  visit.isRenewing = true
  try {
    putInPlace(page)
  } finally {
    visit.isRenewing = false
  }
}

const putInPlace = page => {
  const stuck = forms().filter(form => isStuck(form, page.getElementById(own(form, 'id'))))
  warn(page)
  draw(page)
  const all = kind.allRows()
  const focused = active()
  const { selectionStart, selectionEnd } = focused
  const tops = all.map(row => row.closest('li, tr')).map(item => [item, item.getBoundingClientRect().top])
  for (const selector of ['.tabs ul', '#rows', '.index', '#overview', '#settings', '#shape', '#own', 'article.record']) {
    const [mine, theirs] = [$(selector), $(selector, page)]
    if (mine && theirs && !stuck.some(form => mine.contains(form))) morph(mine, theirs)
  }
  document.title = page.title
  forms().forEach(wake)
  dispatchEvent(new CustomEvent('renewed', { detail: page }))
  if (!rows) return
  kind.settle()
  const place = all.indexOf(focused)
  if (focused != active() && focused != document.body) {
    // One that was moved has lost the focus.
    (focused.isConnected ? focused : kind.allRows()[place])?.focus({ preventScroll: true })
    if (focused.isConnected && selectionStart != null) focused.setSelectionRange(selectionStart, selectionEnd)
  }
  // What is in view stays where it is.
  const box = scroller()
  const isKept = it => it[1] > 80 && it[0].isConnected && !it[0].getAnimations().length
  const kept = tops.find(it => it[0].contains(active()) && it[1] < innerHeight && isKept(it)) ?? tops.find(isKept)
  if (kept && box.scrollTop) box.scrollTop += kept[0].getBoundingClientRect().top - kept[1]
}

let due = 0

// How many rows are asked for above and below those in sight, and how often one list is asked for in vain.
const [margin, most] = [100, 8]

/**
 * The rows in sight with some around, as many as are shown where they are few: those that scrolling has brought are
 * loaded again when they come near. A list can begin at the ends of the pages in which it came.
 * @type {(all: any) => { at?: string | null, rows: number }}
 */
export const around = all => {
  const first = $('[rel=prev]', rows ?? document)
  const start = first && new URL(first.href).searchParams.get('before')
  if (all.length <= 4 * margin) return { at: start, rows: all.length }
  const seen = all.findIndex(row => row.getBoundingClientRect().bottom > 0)
  const end = all.findLastIndex(row => row.getBoundingClientRect().top < innerHeight)
  let from = Math.max(seen - margin, 0)
  while (from > 0 && !cursors.has(all[from])) from--
  return { at: from ? cursors.get(all[from]) : start, rows: Math.min(end + margin, all.length) - from }
}

const ask = async () => {
  const all = kind.allRows()
  const { here } = visit
  const url = new URL(location.href)
  const part = around(all)
  if (part.at) url.searchParams.set('at', part.at)
  url.searchParams.set('rows', String(part.rows))
  const answer = await read(url).catch(() => null)
  // Somebody went on meanwhile.
  const isPast = isDown() || $('[aria-busy]') || here != address() || visit.here != here
    || kind.allRows().some((row, place) => row != all[place])
  return { answer, isPast }
}

const followUp = async pause => {
  let vain = 0
  while (due) {
    await new Promise(done => setTimeout(done, pause * (1 + vain ** 2)))
    // Not all windows at one moment; and the events of a commit come together.
    pause = Math.random() * 50 + 10
    // What is being loaded or sent is left as it is.
    if (visit.isLeaving || isDown() || $('[aria-busy]')) continue
    const seen = due
    const { answer, isPast } = await ask()
    if (answer?.response.headers.has('kartoteka-as-of')) {
      due = 0
      return
    }
    if (isPast && ++vain < most) continue
    due -= seen
    if (isPast || !answer?.response.ok) continue
    vain = 0
    renew(answer.page)
    visit.entities = new Set(answer.entities)
  }
}

let following = Promise.resolve()

/**
 * Shows what the server has now. Resolves when that is shown.
 * @type {(pause?: number) => Promise<unknown>}
 */
export const look = (pause = Math.random() * 50) => {
  // What can't be shown is no reason to show nothing of what comes later.
  if (!due++) following = followUp(pause).catch(error => {
    due = 0
    throw error
  })
  return following
}

// A hidden page has no stream, since a browser opens few connections to a server. The next stream begins after the last
// event.
let stream, again, staleSoon
let refusals = 0
// After so many milliseconds without a stream the page says so.
const patience = 5000

const stop = () => {
  stream?.close()
  stream = null
  clearTimeout(again)
}

// Pages of what was deleted are kept no longer by the service worker; where it isn't said what was changed, none of the application.
const forget = ({ entity, deleted, all }) => {
  const workers = navigator.serviceWorker
  // Saved views and settings are no records.
  if (entity == 'settings') return
  const isAny = !entity || all || deleted?.length > 50
  if (!workers?.controller || !isAny && !deleted?.length) return
  const base = `/${location.pathname.split('/')[1]}/${encodeURIComponent(entity)}/`
  const paths = isAny ? undefined : deleted.flatMap(id => [`${base}${id}`, `${base}~${id}`])
  workers.controller.postMessage({ open: location.href.replace(/#.*/, ''), paths })
}

// The record that the page shows: the server tells others who has it open, and this page who else has.
// Only pages of people who are signed in ask for that, in the address of their stream.
const shownRecord = () => {
  const [, , ...parts] = location.pathname.split('/')
  return $('article.record:not(.none)') && parts.length == 2 ? parts.join('/') : ''
}
let opened
const tellsPresence = () => /[?&]open=/.test(visit.changes)

// The initials of those who have a record open stand in its row and on its card. They are an attribute, which no update of the
// page takes away.
let present = new Map()
const initials = name => {
  const words = name.split(/[\s-]+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 && words.at(-1)].map(word => word ? word.match(/[\p{L}\p{N}]/u)[0] : '')
  return letters.join('').toLocaleUpperCase() || [...name][0]
}
const showPresent = () => {
  const mark = (element, path) => {
    if (!element) return
    const text = present.get(path)
    if (text) element.dataset.present = text
    else delete element.dataset.present
  }
  for (const row of $$('#rows :is(li > a.row, td:first-child > a)')) mark(row.parentElement, row.pathname.split('/').slice(2).join('/'))
  mark($('article.record .head > .cut'), shownRecord())
}

const follow = () => {
  stop()
  const url = new URL(visit.changes, location.href)
  if (!visit.entities.has('*')) url.searchParams.set('entities', [...visit.entities].map(encodeURIComponent).join())
  opened = shownRecord()
  if (tellsPresence()) url.searchParams.set('open', opened)
  stream = new EventSource(url)
  stream.onopen = () => {
    visit.isCut = visit.isStale = false
    refusals = 0
    clearTimeout(staleSoon)
    dispatchEvent(new Event('back'))
  }
  stream.onerror = () => {
    if (!visit.isCut) {
      staleSoon = setTimeout(() => {
        visit.isStale = true
        // That nothing was lost says more.
        if (!$('.trouble')) trouble(false)
      }, patience)
    }
    visit.isCut = true
    // Browsers connect again by themselves, but not after an answer that is no stream.
    if (stream?.readyState == EventSource.CLOSED) again = setTimeout(follow, Math.min(1000 * 2 ** refusals++, 60_000))
  }
  stream.onmessage = ({ data, lastEventId }) => {
    visit.changes = visit.changes.replace(/after=[^&]*/, 'after=' + lastEventId)
    const event = JSON.parse(data)
    forget(event)
    const { entity } = event
    // A reset names no entity: anything may have changed. The stream may have entities that the page no longer shows.
    if (entity && !visit.entities.has('*') && !visit.entities.has(entity)) return
    // The question before a deletion is the response to a form and can't be requested again.
    if (!location.pathname.endsWith('/delete')) look()
  }
  stream.addEventListener('reset', stream.onmessage)
  stream.addEventListener('presence', ({ data }) => {
    present = new Map(JSON.parse(data).map(({ record, people }) => [record, people.map(initials).join(' ')]))
    showPresent()
  })
}

if (visit.changes) {
  for (const type of ['pageshow', 'pagehide', 'visibilitychange']) {
    addEventListener(type, () => {
      if (!document.hidden && type != 'pagehide') return follow()
      stop()
      clearTimeout(staleSoon)
    })
  }
  // Firefox keeps no page for the way back that has a stream when it is left, which is when the next one answers.
  if (/Firefox/.test(navigator.userAgent)) {
    for (const type of ['click', 'submit']) {
      on(type, 'a[href], form', (element, event) => {
        if (isModified(event) || type == 'click' && !element.matches('a')) return
        atLast(event, () => {
          stop()
          again = setTimeout(follow, 5000)
        })
      }, true)
    }
  }
  for (const type of ['settled', 'renewed']) addEventListener(type, showPresent)
  addEventListener('record-shown', () => {
    showPresent()
    if (stream && tellsPresence() && opened != shownRecord()) follow()
  })
  addEventListener('entities', ({ detail }) => {
    if (!stream) return
    visit.changes = detail
    follow()
  })
}
