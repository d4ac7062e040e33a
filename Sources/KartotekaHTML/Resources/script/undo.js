// The bar of the last change is hidden after some seconds, on the next page, or by its own button. Its forms stay for
// Ctrl-Z and Ctrl-Shift-Z, and the history has all changes.

import { $, $$, announce, on, own, writing } from './page.js'
import { storage } from './fields.js'
import { look } from './live.js'

/** What finds the bar of the last change. */
export const selector = 'body > .undo:not(.trouble)'

// The same change has another address to come back to on another page.
const changeOf = bar => $$('form', bar).map(form => own(form, 'action')) + bar.textContent

let timer = 0

/** Hides a bar that has been seen. @type {(bar: Element) => void} */
export const hide = bar => {
  storage?.setItem('closed', changeOf(bar))
  bar.classList.add('gone')
}

// A bar that somebody points at, or whose button has the focus, stays.
const wait = bar => {
  clearTimeout(timer)
  timer = setTimeout(() => bar.matches(':hover, :focus-within') ? wait(bar) : hide(bar), 10_000)
}

const begin = () => {
  for (const bar of $$(`${selector}:not(.gone)`)) {
    if (storage?.getItem('closed') == changeOf(bar)) bar.classList.add('gone')
    else wait(bar)
  }
}

begin()
// Scripts of pages put a newer bar in the place of the old one.
new MutationObserver(begin).observe(document.body, { childList: true })

/**
 * Puts what can be undone in place, as a page of the server has it, and says so.
 * @type {(page: ParentNode) => void}
 */
export const putUndo = page => {
  $('body > .undo:not(.trouble)')?.remove()
  const bar = $('body > .undo', page)
  if (bar) {
    // It is told once, by what tells everything that happens without a new page.
    bar.setAttribute('aria-live', 'off')
    document.body.append(bar)
  }
  announce(bar && $('.grow', bar).textContent)
}

// A page that comes back from the browser's cache has the bar of its time, and then that of now.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  addEventListener('renewed', event => {
    const now = $(selector, /** @type {CustomEvent} */ (event).detail)
    if (now) document.body.append(now.cloneNode(true))
  }, { once: true })
  const old = $(selector)
  old?.remove()
  if (old) writing(look(0))
})

on('click', '.undo > .ib', button => hide(button.parentElement))

addEventListener('pagehide', () => {
  const bar = $(`${selector}:not(.gone)`)
  if (bar) hide(bar)
})
