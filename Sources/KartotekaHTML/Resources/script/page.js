// What all modules use: elements, events, requests, and what is known of the page.
// Everything on a page works without scripts, by links and forms; they make it quicker and nicer.

import { parsed } from './markup.js'

/**
 * The first element that a selector finds.
 * @type {(selector: string, root?: ParentNode) => any}
 */
export const $ = (selector, root = document) => root.querySelector(selector)
/**
 * All elements that a selector finds.
 * @type {(selector: string, root?: ParentNode) => any[]}
 */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]

// What is pressed stays until the press has become a click, which of a finger comes a moment after it is lifted. A menu of the
// browser's own tells of no end.
let downUntil = 0
const presses = { pointerdown: 1000, pointerup: 350, pointercancel: 0, click: 0 }
for (const [type, time] of Object.entries(presses)) {
  addEventListener(type, () => { downUntil = performance.now() + time }, true)
}
/**
 * Whether something is being pressed: what moves under it would take the press.
 * @type {() => boolean}
 */
export const isDown = () => performance.now() < downUntil

/** Whether the window is as wide as a desk has it. */
export const desk = matchMedia('(width >= 56.25rem)')

/**
 * The fields of a form as they are sent in an address or a body; files are omitted.
 * @type {(form: HTMLFormElement) => URLSearchParams}
 */
export const encoded = form => new URLSearchParams(/** @type {any} */ (new FormData(form)))

/**
 * A property of an element itself, or a method of it: fields of a form hide what of the form has their names.
 * @type {(element: any, name: string) => any}
 */
export const own = (element, name) => {
  const value = Reflect.get(Object.getPrototypeOf(element), name, element)
  return typeof value == 'function' ? value.bind(element) : value
}

/**
 * The element that has the focus.
 * @type {() => any}
 */
export const active = () => document.activeElement

/** The rows of a page that has some. */
export const rows = $('#rows')

// Does something to an element, where there is one.
const act = (element, verb) => {
  element?.[verb]()
  return element
}
/**
 * Presses an element, if there is one, and gives it back.
 * @type {(element?: any) => any}
 */
export const press = element => act(element, 'click')
/**
 * Gives an element the focus, if there is one, and gives it back.
 * @type {(element?: any) => any}
 */
export const goTo = element => act(element, 'focus')

/**
 * Calls `act` with the element that an event is about: the nearest one that the selector finds, if any.
 * @type {(type: string, selector: string, act: (element: any, event: any) => unknown, options?: boolean | AddEventListenerOptions) => void}
 */
export const on = (type, selector, act, options) => addEventListener(type, event => {
  const { target } = event
  const element = target instanceof Element && own(target, 'closest')(selector)
  if (element) act(element, event)
}, options)

/**
 * Calls `act` when what a field holds has changed. Chromium ends the composition of a letter without an event `input`.
 * @type {(selector: string, act: (field: any, event: any) => unknown, options?: boolean) => void}
 */
export const onTyped = (selector, act, options) => {
  for (const type of ['input', 'compositionend']) {
    on(type, selector, (field, event) => { if (!event.isComposing) act(field, event) }, options)
  }
}

/**
 * Calls `act` after all other listeners of an event, unless one of them has prevented what the browser does. To be called
 * while the event comes down to its target.
 * @type {(event: Event, act: () => void) => void}
 */
export const atLast = (event, act) => addEventListener(event.type, last => {
  if (last == event && !event.defaultPrevented) act()
}, { once: true })

let composition
addEventListener('compositionstart', () => {
  composition = new Promise(done => addEventListener('compositionend', done, { once: true }))
})
addEventListener('compositionend', () => { composition = undefined })
/**
 * Resolves at the end of the composition of a letter that is under way, if any: a field that is replaced would end it.
 * @type {() => Promise<unknown> | undefined}
 */
export const composed = () => composition

// A form is sent once, however often its button is pressed while the answer is awaited. A form whose sending was stopped,
// and a page that comes back from the browser's cache, can be sent again. Forms that scripts send are not counted.
let sent = new WeakSet()
// After so many milliseconds without an answer the page goes on as if the press had been stopped.
const patience = 20_000
/**
 * Whether a form has been sent and its answer is awaited.
 * @type {(form: any) => boolean}
 */
export const isSent = form => sent.has(form)

/**
 * Whether a button brings a file, which leaves the page as it is.
 * @type {(button: any) => boolean}
 */
export const bringsFile = button => Boolean(button?.value.startsWith('export'))

// What was pressed last counts: another place in the list, or another page.
/** @type {AbortController | undefined} */
let going
/**
 * Gives up what leads to another place on this page, and says what the next one of these goes on with.
 * @type {() => AbortController}
 */
export const goOn = () => going = instead(going)
/** @type {number | undefined} */
let timer
// Nothing shows any more that it was pressed.
const release = () => { for (const element of $$('.pressed')) element.classList.remove('pressed') }
// The browser has been asked for another page. A file that comes instead leaves this one as it is.
const leave = () => {
  goOn()
  release()
  visit.isGoing = true
  clearTimeout(timer)
  timer = setTimeout(stay, patience)
}

/**
 * Shows that a link or a button was pressed, until the page shows what came of it. Where it is not seen, the page shows at once
 * that the server is awaited.
 * @type {(element?: Element | null) => void}
 */
export const showPressed = element => {
  element?.classList.add('pressed')
  if (element && !element.getClientRects().length) document.documentElement.classList.add('waiting')
}

// What was pressed, until the end of the task that does at once what the press is for: what is asked for then is awaited for it.
let pressed
const notePress = element => {
  pressed = element
  setTimeout(() => { pressed = undefined })
}
on('click', 'a, button', notePress, true)
on('keydown', 'a, button', notePress, true)

on('click', 'a[href]:not([href^="#"], [download], [target], .pressed)', (link, event) => {
  if (link.origin != location.origin || isModified(event)) return
  atLast(event, () => {
    leave()
    showPressed(link)
  })
}, true)

addEventListener('submit', event => {
  const { target: form, submitter } = /** @type {any} */ (event)
  if (form.getAttribute('method') != 'post') return
  if (isSent(form)) {
    event.preventDefault()
    return event.stopImmediatePropagation()
  }
  if (!bringsFile(submitter)) {
    atLast(event, () => {
      sent.add(form)
      leave()
      showPressed(submitter)
      addEventListener('stayed', waiting(), { once: true })
    })
  }
}, true)

// A file that is dropped beside a place for files would take the place of the page.
for (const type of ['dragover', 'drop']) {
  addEventListener(type, event => {
    const { dataTransfer, target } = /** @type {any} */ (event)
    if (!dataTransfer?.types.includes('Files') || target.matches?.('[type=file]')) return
    atLast(event, () => {
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    })
  }, true)
}

/** Says by an event `stayed` that the page is shown, or goes on being shown without another one. @type {() => void} */
export const stay = () => {
  clearTimeout(timer)
  sent = new WeakSet()
  dispatchEvent(new Event('stayed'))
}
addEventListener('pageshow', stay)
const { navigation } = /** @type {any} */ (window)
navigation?.addEventListener('navigateerror', () => {
  // Another press may have taken the place of the one that ended.
  let isFollowed = false
  navigation.addEventListener('navigate', ({ destination }) => { isFollowed = !destination.sameDocument }, { once: true })
  setTimeout(() => { if (!isFollowed) stay() })
})

/**
 * Looks for what was typed into a search before the scripts had been loaded.
 * @type {() => void}
 */
export const seekTyped = () => {
  for (const field of $$('[type=search]')) {
    if (field.value != field.defaultValue) field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
addEventListener('DOMContentLoaded', seekTyped)

/**
 * Whether a click or a key is meant for the browser.
 * @type {(event: any) => boolean}
 */
export const isModified = event => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button > 0
/**
 * Whether a key is a letter, figure or mark and such shortcuts are switched off (WCAG 2.1.4).
 * @type {(key: string) => string | false | undefined}
 */
export const isOff = key => key.length == 1 && document.body.dataset.shortcuts
/**
 * Whether what is typed goes into an element.
 * @type {(element: any) => boolean | undefined}
 */
export const isTyping = element => element.matches?.('input:not([type=checkbox], [type=radio]), textarea, select')

/**
 * Tells those who don't see it what happened.
 * @type {(text?: string | null) => void}
 */
export const announce = text => { $('#say').textContent = text ?? '' }

/**
 * A bar that says that the server is away, or that changes of others are not shown. The next answer, or the next stream of
 * changes, takes it back. With `asOf`, it says as of when the page is, and stays as long as the page.
 * @type {(isAway: boolean, asOf?: string) => void}
 */
export const trouble = (isAway, asOf) => {
  const { unreachable, stale } = document.body.dataset
  const old = $('.as-of')
  if (old) {
    if (isAway && !old.textContent.includes(unreachable)) old.append(' ', unreachable)
    return
  }
  const text = asOf ?? (isAway ? unreachable : visit.isStale && stale)
  const known = $('.trouble')
  if (known?.textContent == text) return
  known?.remove()
  if (!text) return
  const bar = document.createElement('p')
  bar.className = asOf ? 'undo trouble as-of' : 'undo trouble'
  bar.role = 'alert'
  bar.textContent = text
  document.body.append(bar)
}

addEventListener('back', () => trouble(false))

/**
 * Shows that the server is awaited, if that takes a moment, and at once what was pressed for it. Gives back what ends it; the
 * next page does so, too.
 * @type {() => () => void}
 */
export const waiting = () => {
  const { classList } = document.documentElement
  const token = {}
  // A row that is busy shows that by itself.
  const element = pressed?.ariaBusy ? undefined : pressed
  showPressed(element)
  const timer = setTimeout(() => {
    awaited.add(token)
    classList.add('waiting')
  }, 150)
  return () => {
    clearTimeout(timer)
    element?.classList.remove('pressed')
    awaited.delete(token)
    if (!awaited.size) classList.remove('waiting')
  }
}
const awaited = new Set()
addEventListener('stayed', () => {
  visit.isGoing = false
  release()
  awaited.clear()
  document.documentElement.classList.remove('waiting')
})

/**
 * A request that nobody answered, that was refused, or that nobody waits for any more has ended, and that is all.
 * @type {<Value>(promise: Promise<Value>) => Promise<Value | void>}
 */
export const quietly = promise => promise.catch(error => {
  if (typeof error != 'string' && error.name != 'AbortError') throw error
})

const writes = new Set()
/**
 * Counts something that is being stored, until the page shows that.
 * @type {<Value>(work: Promise<Value>) => Promise<Value>}
 */
export const writing = work => {
  const done = () => writes.delete(work)
  writes.add(work)
  work.then(done, done)
  return work
}
/** Resolves when all of that is shown. */
export const written = async () => { while (writes.size) await Promise.allSettled(writes) }

/**
 * What a request goes on with that takes the place of another one.
 * @type {(request?: AbortController | null) => AbortController}
 */
export const instead = request => {
  request?.abort()
  return new AbortController()
}

/**
 * A search while one types. `look` asks for a text and puts in place what was found, unless the signal is aborted.
 * @param {(text: string, signal: AbortSignal) => Promise<unknown>} look
 */
export const seeker = (look, wait = 120) => {
  let timer, request, asked
  let answer = Promise.resolve(false)
  /**
   * Looks for a text at once. Resolves to whether what is shown then was found for this text.
   * @type {(text: string) => Promise<boolean>}
   */
  const now = text => {
    clearTimeout(timer)
    if (asked == text) return answer
    asked = text
    const { signal } = request = instead(request)
    return answer = (async () => {
      try {
        await look(text, signal)
        return !signal.aborted
      } catch (error) {
        if (!signal.aborted) asked = undefined
        if (typeof error != 'string' && error.name != 'AbortError') throw error
        return false
      }
    })()
  }
  /**
   * Looks for a text once nothing more is typed.
   * @type {(text: string) => void}
   */
  const soon = text => {
    clearTimeout(timer)
    timer = setTimeout(() => now(text), wait)
  }
  /** Forgets what was asked for. */
  const stop = () => {
    clearTimeout(timer)
    request?.abort()
    asked = undefined
  }
  return { now, soon, stop }
}

// The entities that a page shows, percent-encoded since tables of opened files have any names; '*' for any.
const entitiesOf = names => names?.split(' ').map(decodeURIComponent) ?? ['*']

/** The address without what follows #, to tell pages from places on a page. */
export const address = () => location.pathname + location.search

/**
 * The state of the page that several modules read and change.
 * @type {{ here: string, entities: Set<string>, changes?: string, isLeaving: boolean, isCut: boolean,
 *   isStale: boolean, isRenewing: boolean, isGoing: boolean }}
 */
export const visit = {
  /** The address of the page that is shown. */
  here: address(),
  /** The entities that are shown. */
  entities: new Set(entitiesOf(document.body.dataset.entities)),
  /** The address of the change stream after the last event; none for a page that shows no data. */
  changes: document.body.dataset.changes,
  /** Whether another page is about to take its place, and nobody is asked about it any more. */
  isLeaving: false,
  /** Whether the stream of changes broke off and was not made again. */
  isCut: false,
  /** Whether that has lasted so long that the page says so. */
  isStale: false,
  /** Whether parts of the page are being replaced: what loses the focus then was not left by the person. */
  isRenewing: false,
  /** Whether the browser has been asked for another page, and not been stopped. */
  isGoing: false,
}

/** Whether the server may be out of reach. */
export const mayBeAway = () => visit.isCut || !navigator.onLine

/**
 * The response, and the page or part of a page in it. If it shows entities that the page did not show, an event
 * `entities` has the address of the change stream before the request: changes since then may be missing in the response.
 * @type {(address: string | URL, options?: RequestInit) => Promise<{ response: Response, page: Document, entities: string[] }>}
 */
export const read = async (address, options) => {
  const { changes } = visit
  const response = await fetch(address, { headers: { accept: 'text/html' }, ...options })
  const page = await parsed(response)
  const entities = entitiesOf(response.headers.get('kartoteka-entities') ?? page.body.dataset.entities)
  const before = visit.entities.size
  for (const entity of entities) visit.entities.add(entity)
  if (visit.entities.size > before) dispatchEvent(new CustomEvent('entities', { detail: changes }))
  return { response, page, entities }
}

/**
 * The symbols of a part that is put in place, as far as the page has none of them.
 * @type {(page: ParentNode) => void}
 */
export const draw = page => {
  for (const symbol of $$('symbol', page)) if (!document.getElementById(symbol.id)) $('body > svg').append(symbol)
}

/**
 * The same as `read` for what a person waits for: says when the server is away.
 * @type {typeof read}
 */
export const load = async (address, options) => {
  const done = waiting()
  try {
    const answer = await read(address, options)
    const asOf = answer.response.headers.get('kartoteka-as-of')
    if (asOf) trouble(true, decodeURIComponent(asOf))
    else trouble(false)
    // An answer of the server, below what is kept of it.
    if (!asOf && $('.as-of')) dispatchEvent(new Event('back'))
    return answer
  } catch (error) {
    if (error.name == 'AbortError') throw error
    trouble(true)
    throw 'away'
  } finally {
    done()
  }
}

/**
 * A part of the page at an address: its list, its rows.
 * @type {(address: string | URL, name: string, signal?: AbortSignal) => Promise<HTMLElement>}
 */
export const part = async (address, name, signal) => {
  const url = new URL(address, location.href)
  url.searchParams.set('part', name)
  const { response, page } = await load(url, { signal })
  if (!response.ok) throw 'refused'
  return page.body
}
