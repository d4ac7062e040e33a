// Calendars: other periods by keys, and records that are dragged to another time.

import {
  $, $$, active, address, announce, goTo, isModified, isOff, isTyping, load, press, quietly, visit, writing,
} from './page.js'
import { dragging, isDragging } from './dragging.js'
import { kind } from './rows.js'

const calendar = () => $('#agenda')
// Those that a phone hides can't be reached.
const allRows = () => $$('a.event', calendar()).filter(event => event.offsetParent)

Object.assign(kind, { allRows })

// Puts the calendar of another page in place.
const put = page => {
  calendar().replaceWith($('#agenda', page))
  $('.tabs ul').replaceChildren(...$('.tabs ul', page).childNodes)
  $('body > .undo')?.remove()
  document.body.append(...$$('body > .undo', page))
  document.title = page.title
}

addEventListener('renewed', ({ detail }) => {
  if (isDragging()) return
  const id = active().closest('[data-id]')?.dataset.id
  // Why something was refused stays: somebody else's change is often the reason, and the news of it comes right after.
  const fault = $('.lone', calendar())
  const place = [...calendar().children].indexOf(fault)
  put(detail)
  if (fault) calendar().insertBefore(fault, calendar().children[place])
  if (id) goTo(linkOf(id))
})

const linkOf = id => $(`[data-id="${id}"] a`, calendar())

// Keys

const parts = { ArrowLeft: 'earlier', ArrowRight: 'later', t: 'today' }
const views = { d: 0, w: 1, m: 2 }

addEventListener('keydown', event => {
  const { key } = event
  if (isOff(key) || isTyping(event.target) || $('.scrim, dialog:modal') || isDragging()) return
  const item = event.shiftKey && event.target.closest('[data-start]')
  if (item && key in steps) {
    event.preventDefault()
    return quietly(shift(item, ...steps[key]))
  }
  if (isModified(event)) return
  const link = key in parts ? $(`[data-part=${parts[key]}]`) : key in views && $$('.views a')[views[key]]
  if (!link) return
  event.preventDefault()
  press(link)
})

// Moving

const quarter = 15
// Days and minutes.
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -quarter], ArrowDown: [0, quarter] }

const minutesOf = item => item.dataset.time?.split(':').reduce((hours, minutes) => hours * 60 + +minutes, 0)
const two = number => String(number).padStart(2, '0')
const clock = minutes => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

let isSending = false

// The server answers with the calendar as it is then, and with the reason where it refused.
const send = async (item, day, minutes) => {
  // The next step begins where the server has put it.
  if (isSending) return
  isSending = true
  try { await writing(sending(item, day, minutes)) } finally { isSending = false }
}

const sending = async (item, day, minutes) => {
  const { id, start } = item.dataset
  const url = new URL(calendar().dataset.moves.replace(/(\?|$)/, `/${id}$1`), location.href)
  const to = minutes == undefined ? day : `${day}T${clock(minutes)}`
  const { page } = await load(url, { method: 'POST', body: new URLSearchParams({ to, was: start }) })
  if (!$('#agenda', page)) return location.reload()
  put(page)
  visit.here = address()
  goTo(linkOf(id))
  announce($('[role=alert], .undo .grow', page)?.textContent)
}

const shift = (item, days, minutes) => {
  const date = new Date(item.closest('[data-day]').dataset.day + 'T12:00:00Z')
  date.setUTCDate(date.getUTCDate() + days)
  const start = minutesOf(item)
  if (start == undefined && minutes) return Promise.resolve()
  const time = start == undefined ? undefined : Math.min(Math.max(start + minutes, 0), 1440 - quarter)
  return send(item, date.toISOString().slice(0, 10), time)
}

// The day below a point.
const dayAt = ({ clientX, clientY }) =>
  document.elementsFromPoint(clientX, clientY).find(element => element.matches('#agenda [data-day]'))

// Shows the time that a record would get.
const tell = (item, text) => { if (item.dataset.time) $('.time', item).textContent = text + ' ' }

dragging('#agenda [data-start]', '#agenda a', {
  begin: item => {
    const start = minutesOf(item)
    const slot = $('.slots a, .hours li', item.closest('.timed') ?? document.createElement('p'))
    return {
      item, start, minutes: start, day: item.closest('[data-day]'), top: item.closest('.col').scrollTop,
      hour: slot && start != undefined && slot.offsetHeight,
    }
  },
  move: (state, event) => {
    const { item, from, top, start, hour } = state
    state.day = dayAt(event) ?? state.day
    if (!hour) return
    const y = event.clientY - from.clientY
    const steps = Math.round((y + $('.cal').closest('.col').scrollTop - top) / hour * 60 / quarter)
    state.minutes = Math.min(Math.max(start + steps * quarter, 0), 1440 - quarter)
    const left = state.day.getBoundingClientRect().left - item.closest('[data-day]').getBoundingClientRect().left
    item.style.translate = `${left}px ${(state.minutes - start) / 60 * hour}px`
    tell(item, clock(state.minutes))
  },
  drop: ({ item, day, minutes, start }, isCancelled) => {
    const rest = () => tell(item, item.dataset.time)
    if (isCancelled || day.contains(item) && minutes == start) return rest()
    return quietly(send(item, day.dataset.day, minutes)).then(rest)
  },
})
