// What was typed into cells is sent one after the other, each named by its record and field, to the card that saves it: so
// two people who change the same value see both. What is refused stays in its cell, with the reason.

import { $, announce, encoded, load, own, part, trouble, visit } from './page.js'
import { optionFor, lookUp } from './cell-options.js'
import { cellAt } from './cell-places.js'
import { guard } from './leaving.js'
import { look } from './live.js'
import { parsed } from './markup.js'
import { putUndo } from './undo.js'
import { kind } from './rows.js'

/** What is typed in. */
export const box = '[role=combobox], [name]:not([type=hidden])'

/**
 * The address of a cell's form.
 * @type {(cell: any) => URL}
 */
export const addressOf = cell => {
  const form = new URL($('.no a', cell.parentElement).href)
  form.pathname = form.pathname.replace(/[^/]+$/, 'cell')
  form.searchParams.set('record', cell.parentElement.dataset.id)
  form.searchParams.set('field', cell.dataset.field)
  return form
}

const keyOf = ({ id, place }) => `${id} ${place}`

/**
 * What was typed into a cell.
 * @typedef {{ id: string, place: number, name: string, address: URL, content: Promise<any>, at: number, before: Node[],
 *   made?: any, text: string, value?: string, fault?: string, reason?: string, form?: any, isQuestion?: boolean }} Change
 */

/** @type {Change[]} */
const queue = []
/** @type {Map<string, Change>} */
const refused = new Map()
// When the values of cells were stored, by this page.
const stored = new Map()
// What was typed into cells, until the rows are shown as they are stored.
const typed = new Map()

/** Whether something typed is not stored yet. */
export const isOnItsWay = () => queue.length > 0 || refused.size > 0
/**
 * What was refused of a cell.
 * @type {(place: { id: string, place: number }) => Change | undefined}
 */
export const refusedOf = place => refused.get(keyOf(place))
/**
 * What was typed into a cell whose row does not have it yet.
 * @type {(place: { id: string, place: number }) => string | undefined}
 */
export const pendingOf = place => refusedOf(place)?.text ?? typed.get(keyOf(place))
/**
 * Forgets what was refused of a cell.
 * @type {(place: { id: string, place: number }) => Change | undefined}
 */
export const drop = place => {
  const change = refusedOf(place)
  refused.delete(keyOf(place))
  if (change) typed.delete(keyOf(place))
  return change
}

const isOpen = cell => $('#cell', cell)

// Shows what was typed, also after the rows were replaced.
const show = change => {
  const cell = cellAt(change)
  if (!cell || isOpen(cell)) return
  cell.dataset.typed = ''
  cell.ariaInvalid = change.reason ? 'true' : null
  const link = $('a', cell)
  if (link) link.textContent = change.text || '–'
  else cell.textContent = change.text
  if (!change.reason) return
  cell.append(Object.assign(document.createElement('p'), { className: 'err', textContent: change.reason }))
}

// Puts what was typed into the server's form; gives back why that is impossible, if so.
const fill = async (form, { name, text, value, address }) => {
  const field = $(box, form)
  if (field.role == 'combobox') {
    const hidden = $(`[type=hidden][name="${name}"]`, form)
    if (value != undefined) hidden.value = value
    else if (!text.trim()) hidden.value = ''
    else {
      const content = await lookUp(address, text.trim())
      const option = $('[data-to][aria-selected=true]', content)
      if (!option) return content.textContent.trim()
      hidden.value = option.dataset.to
    }
  } else if (field.options) {
    const option = value == undefined ? optionFor(field, text) : [...field.options].find(it => it.value == value)
    if (!option) return `“${text}”?`
    field.value = option.value
  } else {
    if (/^date/.test(field.type) && field.value != text) field.type = 'text'
    field.value = value ?? text
  }
}

// The form that the change was made from; one that this page has stored the cell since is out of date.
const formFor = async change => {
  const isOld = stored.get(keyOf(change)) > change.at
  if (change.made && !isOld) return change.made
  const content = !isOld && await change.content.catch(() => undefined)
  return content && $('form', content) || $('form', await part(change.address, 'cell'))
}

// Sends a change. Gives back nothing when it is stored, else why it is not.
const send = async change => {
  const form = await formFor(change)
  const reason = await fill(form, change)
  if (reason) return { reason }
  const body = encoded(form)
  // It arrives even if the page is left meanwhile; browsers do that for short ones.
  const keepalive = String(body).length < 60_000
  const response = await fetch(own(form, 'action'), { method: 'POST', body, redirect: 'manual', keepalive }).catch(() => null)
  if (!response) throw 'away'
  if (response.type == 'opaqueredirect') return
  const page = await parsed(response)
  const field = $(`[name="${change.name}"]:not([type=hidden])`, page)?.closest('.field')
  const error = response.status == 422 && $('.err', field ?? page)
  // The card's page says what is in the way, and asks: Return leads there.
  return error ? { reason: error.textContent.trim() }
    : { reason: ($('.sheet h2, .sheet h1, h1', page) ?? page.body).textContent.trim(), form, isQuestion: true }
}

const refuse = (change, answer) => {
  Object.assign(change, answer)
  refused.set(keyOf(change), change)
  show(change)
  announce(change.reason)
}

// Whether the server can't be reached, and who waits for the changes that are on their way.
let isAway = false
let waiters = []

const release = () => {
  for (const go of waiters) go()
  waiters = []
}

const comesBack = pause => new Promise(done => {
  isAway = true
  trouble(true)
  release()
  const timer = setTimeout(done, pause)
  addEventListener('back', () => {
    clearTimeout(timer)
    done(undefined)
  }, { once: true })
})

const sendAll = async () => {
  do {
    await sendQueue()
    guard()
    release()
    await showDone()
    if (!queue.length) typed.clear()
    // Something may have been typed while that was shown.
  } while (queue.length)
}

const sendQueue = async () => {
  let pause = 1000
  while (queue.length) {
    const [change] = queue
    let answer
    try {
      answer = change.fault ? { reason: change.fault } : await send(change)
    } catch (error) {
      if (error == 'refused') answer = { reason: (await load(change.address)).page.querySelector('h1')?.textContent ?? '' }
      else if (error != 'away') throw error
      else {
        await comesBack(pause)
        pause = Math.min(pause * 2, 60_000)
        continue
      }
    }
    if (isAway) trouble(isAway = false)
    pause = 1000
    queue.shift()
    const isNewer = queue.some(other => keyOf(other) == keyOf(change))
    if (answer) {
      if (!isNewer) refuse(change, answer)
      continue
    }
    stored.set(keyOf(change), performance.now())
    const cell = cellAt(change)
    if (cell && !isNewer && !isOpen(cell)) delete cell.dataset.typed
  }
}

let work, latest

addEventListener('renewed', event => { latest = /** @type {CustomEvent} */ (event).detail })

/**
 * Shows the rows as they are now, and what can be undone.
 * @type {() => Promise<void>}
 */
export const showDone = async () => {
  await look(0)
  if (latest) putUndo(latest)
  latest = undefined
}

/**
 * Saves what was typed into a cell, after what was typed before.
 * @type {(change: Change) => void}
 */
export const save = change => {
  refused.delete(keyOf(change))
  typed.set(keyOf(change), change.text)
  const last = queue.find((other, index) => index > 0 && keyOf(other) == keyOf(change))
  if (last) Object.assign(last, { value: undefined, fault: undefined, ...change, content: last.content, made: last.made, at: last.at })
  else queue.push(change)
  show(change)
  work ??= sendAll().finally(() => { work = undefined })
}

/**
 * Leads to the page on which somebody is asked what to do about a refused change.
 * @type {(change: Change) => void}
 */
export const ask = ({ form }) => {
  visit.isLeaving = true
  own(form, 'setAttribute')('hidden', '')
  document.body.append(form)
  own(form, 'submit')()
}

const saving = isShown => isAway || !isShown && !queue.length ? undefined
  : isShown ? work : new Promise(go => { waiters.push(go) })
const { saving: others } = kind
kind.saving = isShown => {
  const all = [saving(isShown), others(isShown)].filter(Boolean)
  return all.length ? Promise.all(all) : undefined
}

addEventListener('settled', () => { for (const change of [...queue, ...refused.values()]) show(change) })
