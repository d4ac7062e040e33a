// Boards: cards are dragged to another column, or moved there by Shift and an arrow; arrows lead from one column to the next.
// The link of a card leads to a sheet from which it is moved, too.

import { $, $$, announce, goTo, load, quietly, rows, writing } from './page.js'
import { dragging } from './dragging.js'
import { settle } from './list.js'
import { putUndo } from './undo.js'

const laneOf = element => element.closest('.lane')
const canMove = item => $('.move', item)
const next = (lane, step) => lane?.[step > 0 ? 'nextElementSibling' : 'previousElementSibling']

let isSending = false

// The server answers with the board as it is then, and with the reason where it refused.
const send = async (item, lane) => {
  if (isSending || !lane || lane == laneOf(item)) return
  isSending = true
  rows.ariaBusy = 'true'
  try {
    const { href } = canMove(item)
    const body = new URLSearchParams({ to: lane.dataset.to, was: laneOf(item).dataset.to })
    const { page } = await load(href, { method: 'POST', body })
    if (!$('.board', page)) return location.reload()
    const { scrollLeft } = $('.board')
    rows.replaceChildren(...$('#rows', page).childNodes)
    $('.board').scrollLeft = scrollLeft
    settle()
    putUndo(page)
    const fault = $('[role=alert]', rows)
    if (fault) announce(fault.textContent)
    goTo($(`.lane li[data-id="${item.dataset.id}"] .row`) ?? $(`.lane[data-to="${CSS.escape(lane.dataset.to)}"] .row`))
  } finally {
    isSending = false
    rows.ariaBusy = null
  }
}

const cardsOf = lane => $$('.row', lane)

// The card of the nearest column with cards, at the same height.
const beside = (card, step) => {
  const place = cardsOf(laneOf(card)).indexOf(card)
  let lane = next(laneOf(card), step)
  while (lane && !cardsOf(lane).length) lane = next(lane, step)
  return lane && (cardsOf(lane)[place] ?? cardsOf(lane).at(-1))
}

const steps = { ArrowLeft: -1, ArrowRight: 1 }

addEventListener('keydown', event => {
  const card = event.target.closest?.('.board .row')
  const step = steps[event.key]
  if (!card || !step || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (!event.shiftKey) return goTo(beside(card, step))
  const item = card.closest('li')
  if (canMove(item)) quietly(writing(send(item, next(laneOf(item), step))))
})

// Dragging

const mark = lane => {
  for (const other of $$('.lane')) other.classList.toggle('aimed', other == lane)
}

// The column above or below a point: short ones are easily missed.
const laneAt = ({ clientX }) => $$('.lane').find(lane => {
  const { left, right } = lane.getBoundingClientRect()
  return left <= clientX && clientX <= right
})

dragging('.board .row', '.board a', {
  begin: card => {
    const item = card.closest('li')
    return canMove(item) && { item }
  },
  move: (state, event) => {
    // Nothing is renewed meanwhile.
    rows.ariaBusy = 'true'
    state.lane = laneAt(event) ?? state.lane
    mark(state.lane)
    // A column beyond the edge comes nearer.
    const board = $('.board')
    const { left, right } = board.getBoundingClientRect()
    if (event.clientX > right - 40) board.scrollLeft += 20
    if (event.clientX < left + 40) board.scrollLeft -= 20
  },
  drop: ({ item, lane }, isCancelled) => {
    mark()
    rows.ariaBusy = null
    return isCancelled || quietly(writing(send(item, lane)))
  },
})
