// Rows of a list are ticked where they stand. A bar below them counts them, and has what is done with several records; its
// buttons and words come from the page that does the same without scripts.

import {
  $, $$, active, announce, desk, goTo, instead, isModified, isTyping, load, on, part, press, quietly, read, rows,
} from './page.js'
import { storage } from './fields.js'
import { listAddress } from './list.js'
import { idOf, kind, ticksKey } from './rows.js'

// As many ids as a condition can have.
const mostInAddress = 500

// The ids of rows that were ticked one by one. They stay while all are meant.
/** @type {Set<string>} */
const ids = new Set()
// The address of the list all of whose records are meant, also those that are not loaded; and the ids of those that are not.
/** @type {string | undefined} */
let allOf
/** @type {Set<string>} */
const except = new Set()
let isOn = false
// Where the ticks are kept.
let key
// The id of the row that was ticked last, where a range begins.
let last
// The addresses whose bar is asked for, and shown.
let askedFor, shownFor

const several = () => $('.list .bar a[href*="/several"]')
// A list of one record, and one in another layout, has nothing to tick until it is another one again.
const isNow = () => isOn && several()
// The same for each order in which a list's parts come.
const here = () => {
  const url = new URL(several().href)
  url.searchParams.sort()
  return url.href
}
const all = () => $$('.row, .no a', rows).filter(row => idOf(row.pathname))
const isAll = () => allOf == here()
const isTicked = row => {
  const id = idOf(row.pathname) ?? ''
  return isAll() ? !except.has(id) : ids.has(id)
}
const keep = (isResting = false) => {
  storage?.setItem(key, JSON.stringify({ ids: [...ids], all: allOf, except: [...except], isResting }))
}

const form = document.createElement('form')
form.id = 'ticking'
form.method = 'post'
form.addEventListener('formdata', ({ formData }) => {
  formData.append('_list', 'yes')
  if (isAll()) formData.append('_all', 'yes')
  for (const id of isAll() ? except : ids) formData.append((isAll() ? 'untick-' : 'tick-') + id, 'yes')
})

const count = () => {
  const output = $('#ticked', form)
  if (!output) return
  const [button] = $$('[data-part=all]', form)
  // The number of all is that of the list whose bar is shown.
  const isKnown = shownFor == here()
  const isWhole = isAll()
  const number = isWhole ? button?.value - except.size : ids.size
  const words = [output.dataset.count.replace('{number}', number)]
  const seen = new Set(all().map(row => idOf(row.pathname)))
  const others = isWhole ? 0 : [...ids].filter(id => !seen.has(id)).length
  if (others) words.push(output.dataset.others.replace('{number}', others))
  const text = isWhole && !isKnown ? '' : isWhole && !except.size ? button?.textContent : words.join(' · ')
  if (output.textContent != text) output.textContent = text
  if (button) button.disabled = !isKnown
  button?.setAttribute('aria-pressed', String(isWhole && !except.size))
  for (const step of $$('[name=_step]', form)) {
    step.disabled = isWhole && !isKnown || (step.value == 'merge' ? number != 2 : !number)
  }
}

// The box stands behind the row's link, by which live updates know the row. At a desk the keyboard ticks the row.
const show = () => {
  // The bar is behind the rows: the keyboard would load all of them before.
  for (const link of $$('a.pager')) link.tabIndex = desk.matches ? -1 : 0
  for (const row of all()) {
    const item = row.parentElement
    let box = $(':scope > .tickbox', item)
    if (!box) {
      box = Object.assign(document.createElement('input'), { type: 'checkbox', className: 'tickbox' })
      item.append(box)
    }
    box.tabIndex = desk.matches ? -1 : 0
    box.ariaLabel = ($('.t', row) ?? row).textContent.trim() || row.ariaLabel
    box.checked = isTicked(row)
  }
  count()
}

// The figures of the ticked records, as the list has them of all.
let adding, soon
const sums = () => $('.sums', form)
const add = async () => {
  const { signal } = adding = instead(adding)
  if (!isNow() || !$('#figures') || isAll() || !ids.size || ids.size > mostInAddress) return sums()?.remove()
  const url = listAddress()
  url.search = new URL(several().href).search
  for (const name of ['search', 'only', 'group']) url.searchParams.delete(name)
  url.searchParams.set('where', 'id:in:' + [...ids].join())
  try {
    const figures = $('#figures', await part(url, 'list', signal))
    if (signal.aborted) return
    sums()?.remove()
    if (!figures) return
    const line = document.createElement('p')
    line.className = 'sums'
    line.textContent = $$('a:has(b)', figures).map(it => it.textContent.trim()).join(' · ')
    $('.counts', form)?.after(line)
  } catch (error) {
    if (!signal.aborted) sums()?.remove()
    throw error
  }
}
const addSoon = () => {
  clearTimeout(soon)
  soon = setTimeout(() => quietly(add()), 150)
}

// The buttons are the same for each state of a list; the number of all is not.
const putBar = bar => {
  if (!$('.work', form)) {
    form.replaceChildren(bar)
    $('.counts', form).hidden = false
    return
  }
  const [old, fresh] = [form, bar].map(it => $('[data-part=all]', it))
  if (old && fresh) Object.assign(old, { textContent: fresh.textContent, value: fresh.value })
  else if (old) old.remove()
  else if (fresh) $('#ticked', form).after(fresh)
}

// The bar for the list as it is now; `ask` asks for it.
const bring = async (ask = load) => {
  const href = askedFor = form.action = here()
  count()
  const { response, page } = await ask(href).catch(error => {
    if (askedFor == href) askedFor = undefined
    throw error
  })
  if (askedFor != href || !isNow() || here() != href) return
  const bar = $('#several .work', page)
  // Single rows are ticked on in a list of which nothing else is known.
  if (!response.ok || !bar) return shownFor ? undefined : location.assign(href)
  putBar(bar)
  // A filter that is not understood means no records.
  if (isAll() && !$('[data-part=all]', form)) allOf = undefined
  shownFor = href
  show()
  addSoon()
}

const hide = () => {
  rows.classList.remove('ticking')
  for (const box of $$('.tickbox', rows)) box.remove()
  for (const link of $$('a.pager')) link.tabIndex = 0
  form.remove()
}

const settle = () => {
  if (!isOn) return
  if (!several()) return hide()
  rows.classList.add('ticking')
  if (rows.nextElementSibling != form) rows.after(form)
  show()
  return askedFor == here() ? undefined : quietly(bring())
}

const changed = () => {
  keep()
  show()
  // Those of others would be wrong.
  if (sums()) sums().style.visibility = 'hidden'
  addSoon()
}

const tick = (row, isRange, isMeant = !isTicked(row)) => {
  const shown = all()
  if (!isAll()) {
    allOf = undefined
    except.clear()
  }
  const place = shown.indexOf(row)
  const from = isRange ? shown.findIndex(each => idOf(each.pathname) == last) : -1
  const meant = from < 0 ? [row] : shown.slice(Math.min(from, place), Math.max(from, place) + 1)
  const [set, isIn] = isAll() ? [except, !isMeant] : [ids, isMeant]
  for (const each of meant) set[isIn ? 'add' : 'delete'](idOf(each.pathname) ?? '')
  last = idOf(row.pathname)
  changed()
}

const start = async () => {
  key = ticksKey(new URL(several().href).pathname)
  const kept = JSON.parse(storage?.getItem(key) ?? '{}')
  for (const id of kept.ids ?? []) ids.add(id)
  for (const id of kept.except ?? []) except.add(id)
  allOf = kept.all || undefined
  isOn = true
  // It rests no longer.
  if (kept.isResting) keep()
  await settle()
  const bar = $('.work', form)
  if (isNow() && bar) announce([bar.ariaLabel, $('#ticked', form).textContent].join(': '))
}

/**
 * Begins to tick rows, with those that were ticked before. A row is ticked, with all between it and the last one if rows are
 * ticked already. A second press on what began it changes nothing. Resolves when the bar is shown.
 * @type {(row?: any) => Promise<void>}
 */
export const begin = async row => {
  const wasOn = isOn
  const started = wasOn ? undefined : start()
  if (row) tick(row, wasOn, true)
  await started
}

const stop = () => {
  isOn = false
  allOf = askedFor = shownFor = last = undefined
  ids.clear()
  except.clear()
  hide()
  form.replaceChildren()
  if (active() == document.body) goTo(several())
}
const end = () => {
  storage?.removeItem(key)
  stop()
}
// Rows can be pressed as before; what is ticked is ticked again at the next beginning.
const rest = () => {
  if (!ids.size && !allOf) return end()
  keep(true)
  stop()
}

for (const type of ['settled', 'found', 'back']) addEventListener(type, settle)
addEventListener('renewed', () => {
  if (!isNow()) return
  addSoon()
  // There may be more now, or fewer.
  if (shownFor) quietly(bring(address => read(address).catch(() => { throw 'away' })))
})
// The way back to a list whose step was done since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isNow() && !storage?.getItem(key)) end()
})

on('click', '#ticking [data-part=end]', end)
on('click', '#ticking [data-part=all]', () => {
  allOf = isAll() && !except.size ? undefined : here()
  except.clear()
  changed()
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
  if (isNow() && event.pointerType == 'mouse') event.stopImmediatePropagation()
}, true)
// Otherwise the press would extend the selection of text.
on('mousedown', '#rows :is(a.row, .no a)', (row, event) => { if (isNow() && event.shiftKey) event.preventDefault() })
const { ticks: begins } = kind
// Return opens the record.
const ticks = (link, event) => Boolean(isNow() && event.detail && !event.ctrlKey && !event.metaKey && !event.altKey
  && link.matches('#rows :is(a.row, .no a)') && idOf(link.pathname))
kind.ticks = (link, event) => begins(link, event) || ticks(link, event)
on('click', '#rows :is(a.row, .no a)', (row, event) => {
  if (!ticks(row, event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  tick(row, event.shiftKey)
}, true)

// What a key does with what is ticked; nothing for other keys.
const deedOf = event => {
  const { key: name, target } = event
  const row = target.closest('#rows :is(a.row, .no a)')
  if (name == ' ' && row && idOf(row.pathname)) return () => tick(row, event.shiftKey)
  if (isModified(event) && !(name == 'Backspace' && (event.ctrlKey || event.metaKey))) return
  if (name == 'Escape') return rest
  // Not the row with the focus, which may be none of those that are ticked.
  if (name == 'Delete' || name == 'Backspace' && isModified(event)) return () => press($('[name=_step][value=delete]', form))
}
addEventListener('keydown', event => {
  const { target } = event
  if (!isNow() || $('.scrim') || $('dialog:modal') || !(target instanceof Element) || isTyping(target)) return
  const deed = deedOf(event)
  if (!deed) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) deed()
}, true)
