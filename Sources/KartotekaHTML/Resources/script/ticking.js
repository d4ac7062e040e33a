// Rows of a list are ticked where they stand. A bar below them counts them, and has what is done with several records; its
// buttons and words come from the page that does the same without scripts.

import { $, $$, goTo, instead, isTyping, load, on, part, quietly, rows } from './page.js'
import { storage } from './fields.js'
import { listAddress } from './list.js'
import { idOf, ticksKey } from './rows.js'

// As many ids as a condition can have.
const mostInAddress = 500

/** @type {Set<string>} */
const ids = new Set()
// Whether all records that the list finds are meant, also those that are not loaded.
let isAll = false
let isOn = false
// The id of the row that was ticked last, where a range begins.
let last
// The address for which the bar is shown.
let shownFor

const several = () => $('.list .bar a[href*="/several"]')
const key = () => ticksKey(new URL(several().href).pathname)
const all = () => $$('.row, .no a', rows).filter(row => idOf(row.pathname))
const isTicked = row => isAll || ids.has(idOf(row.pathname))
// All that a list finds are those of its address alone.
const keep = () => storage?.setItem(key(), JSON.stringify({ ids: [...ids], all: isAll && several().href }))

const form = document.createElement('form')
form.id = 'ticking'
form.method = 'post'
form.addEventListener('formdata', ({ formData }) => {
  formData.append('_list', 'yes')
  if (isAll) formData.append('_all', 'yes')
  else for (const id of ids) formData.append('tick-' + id, 'yes')
})

const count = () => {
  const output = $('#ticked', form)
  if (!output) return
  const seen = new Set(all().map(row => idOf(row.pathname)))
  const others = [...ids].filter(id => !seen.has(id)).length
  const [button] = $$('[data-part=all]', form)
  const words = [output.dataset.count.replace('{number}', ids.size)]
  if (others) words.push(output.dataset.others.replace('{number}', others))
  const text = isAll ? button?.textContent : words.join(' · ')
  if (output.textContent != text) output.textContent = text
  button?.setAttribute('aria-pressed', String(isAll))
  for (const step of $$('[name=_step]', form)) {
    step.disabled = step.value == 'merge' ? isAll || ids.size != 2 : !isAll && !ids.size
  }
}

// The box stands behind the row's link, by which live updates know the row.
const show = () => {
  for (const row of all()) {
    const item = row.parentElement
    let box = $(':scope > .tickbox', item)
    if (!box) {
      box = Object.assign(document.createElement('input'), { type: 'checkbox', className: 'tickbox' })
      item.append(box)
    }
    box.ariaLabel = ($('.t', row) ?? row).textContent.trim() || row.ariaLabel
    box.checked = isTicked(row)
  }
  count()
}

// The figures of the ticked records, as the list has them of all.
let adding, soon
const add = async () => {
  const { signal } = adding = instead(adding)
  const old = $('.sums', form)
  if (!$('#figures') || isAll || !ids.size || ids.size > mostInAddress) return old?.remove()
  const url = listAddress()
  url.search = new URL(several().href).search
  for (const name of ['search', 'only', 'group']) url.searchParams.delete(name)
  url.searchParams.set('where', 'id:in:' + [...ids].join())
  const figures = $('#figures', await part(url, 'list', signal))
  if (signal.aborted || !figures) return
  const line = document.createElement('p')
  line.className = 'sums'
  line.textContent = $$('a:has(b)', figures).map(it => it.textContent.trim()).join(' · ')
  $('.sums', form)?.remove()
  $('.counts', form)?.after(line)
}
const addSoon = () => {
  clearTimeout(soon)
  soon = setTimeout(() => quietly(add()), 150)
}

// The bar for the list as it is now. All records of another list are others.
const bring = async () => {
  const { href } = several()
  if (shownFor == href) return
  if (shownFor && isAll) isAll = false
  shownFor = href
  const { response, page } = await load(href).catch(error => {
    shownFor = undefined
    throw error
  })
  const bar = $('#several .work', page)
  if (!response.ok || !bar) return location.assign(href)
  if (shownFor != href || !isOn) return
  form.action = href
  form.replaceChildren(bar)
  $('.counts', form).hidden = false
  // A filter that is not understood means no records.
  if (!$('[data-part=all]', form)) isAll = false
  show()
  addSoon()
}

const settle = () => {
  // A list of one record, or in another layout, has nothing to tick.
  if (!several()) return form.remove()
  rows.classList.add('ticking')
  if (rows.nextElementSibling != form) rows.after(form)
  show()
  // The link has the search of the new rows once all listeners have been told of them.
  setTimeout(() => { if (isOn && several()) quietly(bring()) })
}

const tick = (row, isRange, isMeant = !isTicked(row)) => {
  const shown = all()
  if (isAll) for (const each of shown) ids.add(idOf(each.pathname) ?? '')
  isAll = false
  const place = shown.indexOf(row)
  const from = isRange ? shown.findIndex(each => idOf(each.pathname) == last) : -1
  const meant = from < 0 ? [row] : shown.slice(Math.min(from, place), Math.max(from, place) + 1)
  for (const each of meant) ids[isMeant ? 'add' : 'delete'](idOf(each.pathname) ?? '')
  last = idOf(row.pathname)
  keep()
  show()
  addSoon()
}

/**
 * Begins to tick rows, with those that were ticked before. A row is ticked, with all between it and the last one if rows are
 * ticked already.
 * @type {(row?: any) => void}
 */
export const begin = row => {
  const wasOn = isOn
  // A second press on what began it ends it.
  if (wasOn && !row) return end()
  isOn = true
  if (!wasOn) {
    const kept = JSON.parse(storage?.getItem(key()) ?? '{}')
    for (const id of kept.ids ?? []) ids.add(id)
    isAll = kept.all == several().href
    settle()
  }
  if (row) tick(row, wasOn, true)
}

const end = () => {
  isOn = isAll = false
  shownFor = last = undefined
  ids.clear()
  storage?.removeItem(key())
  rows.classList.remove('ticking')
  for (const box of $$('.tickbox', rows)) box.remove()
  form.remove()
  form.replaceChildren()
  goTo(several())
}

for (const type of ['settled', 'back']) addEventListener(type, () => { if (isOn) settle() })
addEventListener('renewed', () => { if (isOn) addSoon() })
// The way back to a list whose step was done since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isOn && several() && !storage?.getItem(key())) end()
})

on('click', '#ticking [data-part=end]', end)
on('click', '#ticking [data-part=all]', () => {
  isAll = !isAll
  ids.clear()
  keep()
  show()
  addSoon()
})

// A box, and in this state the whole row. What else a press on a row does stays out of it.
on('click', '#rows .tickbox', (box, event) => {
  event.stopImmediatePropagation()
  tick($('.row, a', box.parentElement), event.shiftKey)
}, true)
for (const type of ['pointerdown', 'mousedown', 'dblclick']) {
  on(type, '#rows .tickbox', (box, event) => event.stopImmediatePropagation(), true)
}
on('pointerdown', '#rows a.row', (row, event) => {
  // A record is asked for early by the mouse alone.
  if (isOn && event.pointerType == 'mouse') event.stopImmediatePropagation()
}, true)
// Otherwise the press would extend the selection of text.
on('mousedown', '#rows :is(a.row, .no a)', (row, event) => { if (isOn && event.shiftKey) event.preventDefault() })
on('click', '#rows :is(a.row, .no a)', (row, event) => {
  // Return opens the record.
  if (!isOn || !event.detail || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  tick(row, event.shiftKey)
}, true)
addEventListener('keydown', event => {
  const { key: name, target } = event
  if (!isOn || $('.scrim') || $('dialog:modal') || !(target instanceof Element) || isTyping(target)) return
  const row = name == ' ' && target.closest('#rows :is(a.row, .no a)')
  if (name != 'Escape' && !row) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (row) tick(row, event.shiftKey)
  else end()
}, true)
