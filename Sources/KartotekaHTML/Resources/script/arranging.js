// Several pictures or files of a record are put into another order, and deleted.

import { $, $$, load, on, own, writing } from './page.js'
import { dragging } from './dragging.js'
import { replace } from './pictures.js'
import { putUndo } from './undo.js'

// The order: a button or the mouse moves one among the others, and a button deletes it. One is sent after the other; the page stays,
// and so does the focus. Each names its neighbour, so that an order that changed meanwhile does no harm.
const sendOrder = async (form, action, body, focus) => {
  const more = form.closest('.album').querySelector('form.more')
  const item = form.closest('li')
  item.ariaBusy = 'true'
  try {
    const answer = await load(action, { method: 'POST', body: new URLSearchParams(body) })
    if (!more || !answer.response.ok) return location.reload()
    // Where all are shown, the answer has the first ones alone.
    const isWhole = new URLSearchParams(location.search).has('more')
    const { page } = isWhole ? await load(location.href) : answer
    if (!replace(more, page)) return location.reload()
    if (isWhole) putUndo(answer.page)
    focus?.()
  } catch {
    // The page says that the server is away.
  } finally {
    item.ariaBusy = null
  }
}
let before = Promise.resolve()
const arrange = (form, action, body, focus) => before = before.then(() => sendOrder(form, action, body, focus))

on('submit', '.album .moves', (form, event) => {
  event.preventDefault()
  const button = event.submitter
  const body = new FormData(form)
  if (button?.name) body.append(button.name, button.value)
  const { place } = form.dataset
  const label = button?.ariaLabel
  const at = $$('.moves', form.closest('ul')).indexOf(form)
  // A button without an address of its own has that of the page.
  writing(arrange(form, button?.getAttribute('formaction') ?? own(form, 'action'), body, () => {
    const moved = $$('.album .moves').find(other => other.dataset.place == place)
    const buttons = $$('button:not(:disabled)', moved ?? $$('.album .moves')[at] ?? $$('.album .moves').at(-1) ?? $('.album form.more'))
    const next = buttons.find(other => other.ariaLabel == label) ?? buttons[0] ?? $('.album form.more [type=file]')
    next?.focus({ preventScroll: true })
  }))
})

const tiles = '.album li:has(.moves)'
// The one that a dragged one is let go before or after.
const neighbour = (item, { clientX, clientY }) => {
  const others = [...item.parentElement.children].filter(other => other != item && other.matches(':has(.moves)'))
  const isGrid = item.parentElement.matches('.pics')
  const isBefore = other => {
    const { top, height, left, width } = other.getBoundingClientRect()
    if (!isGrid) return clientY < top + height / 2
    return clientY < top || clientY < top + height && clientX < left + width / 2
  }
  const next = others.find(isBefore)
  const last = next ?? others.at(-1)
  return last && [next ? 'before' : 'after', last.querySelector('.moves').dataset.place]
}
let dropped
dragging(tiles, '.album li:has(.moves) a', {
  begin: (item, event) => event.target.closest('button, .preview') ? null : { item },
  move: (_, event) => { dropped = event },
  drop: ({ item }, isCancelled) => {
    const form = $('.moves', item)
    const found = !isCancelled && dropped && neighbour(item, dropped)
    if (!form || !found) return
    const body = new FormData(form)
    body.append(found[0], found[1])
    return writing(arrange(form, own(form, 'action'), body))
  },
})
