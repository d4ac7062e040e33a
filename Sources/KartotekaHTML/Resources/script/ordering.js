// Rows that are dragged to another place of their list: fields, tabs, parts of an overview, records of a section. Buttons move them
// by keys, and so does Alt with an arrow.

import { $, $$, own, press } from './page.js'
import { dragging } from './dragging.js'

const siblings = row => [...row.parentElement.children]

// Where a row would stand among its list: below all whose middle is above the pointer.
const placeAt = (row, y) => siblings(row).filter(other => {
  const { top, height } = other.getBoundingClientRect()
  return other != row && top + height / 2 < y
}).length

dragging('.ordered > li:has(.moves)', '.ordered > li:has(.moves) a', {
  begin: (row, event) => event.target.closest('button') ? null : { item: row },
  move: () => {},
  drop: ({ item }, isCancelled) => {
    if (isCancelled) return
    const { top, height } = item.getBoundingClientRect()
    const place = placeAt(item, top + height / 2)
    const steps = place - siblings(item).indexOf(item)
    if (!steps) return
    const form = $('.moves', item)
    // Where not all that has a place is a row, it is moved before the next row; behind all, where none follows.
    const next = siblings(item).filter(other => other != item).slice(place).find(other => other.querySelector('.moves'))
    const [name, value] = form.dataset.place == null ? ['by', steps] : ['before', next?.querySelector('.moves')?.dataset.place ?? '']
    const by = Object.assign(document.createElement('input'), { type: 'hidden', name, value: String(value) })
    form.append(by)
    own(form, 'requestSubmit')()
    // It stays there until the page comes that shows it moved. Back leads to this one as it was.
    return new Promise(done => addEventListener('pagehide', () => {
      by.remove()
      done(undefined)
    }, { once: true }))
  },
})

const rows = '.ordered > li:has(.moves)'
addEventListener('keydown', event => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
  const row = /** @type {Element} */ (event.target).closest(rows)
  if (!row) return
  event.preventDefault()
  // A row alone has no buttons that move it, but may have one that deletes it.
  if (!event.repeat) press($$('.moves button:is([name=by], [name=before])', row)[event.key == 'ArrowUp' ? 0 : 1])
})

// The page that comes after a row was moved is at that row, where the next key goes on.
const moved = document.getElementById(location.hash.slice(1))
if (moved?.matches('article ' + rows)) $('a', moved)?.focus({ preventScroll: true })
