// The strip of initials: pressed, or with a finger sliding along it. Letters that do not fit show as a dot between their
// neighbours, as in a phone's address book; sliding over the dot reaches them.

import { $, $$, isModified, on, quietly, rows } from './page.js'
import { replaceRows } from './list.js'

// The strip; lists in another shape have another one, or none.
let strip
const sizes = new ResizeObserver(() => {
  const links = $$('a', strip)
  const room = Math.max(3, Math.floor(strip.clientHeight / 24))
  const step = links.length > room ? Math.ceil(links.length / ((room + 1) / 2)) : 1
  links.forEach((link, place) => {
    const isDot = step > 1 && place % step == 1
    link.hidden = place % step && !isDot
    link.classList.toggle('dot', isDot)
  })
})

const meetStrip = () => {
  const now = $('.index')
  if (now == strip) return
  sizes.disconnect()
  strip = now
  if (now) sizes.observe(now)
}
addEventListener('settled', meetStrip)
meetStrip()

// The letter at a height of the strip; within a dot, one of those that it stands for.
const letterAt = y => {
  const { x, width } = strip.getBoundingClientRect()
  const link = document.elementFromPoint(x + width / 2, y)?.closest('.index a')
  if (!link?.matches('.dot')) return link
  const box = link.getBoundingClientRect()
  const hidden = [link]
  while (hidden.at(-1).nextElementSibling?.matches('[hidden]')) hidden.push(hidden.at(-1).nextElementSibling)
  return hidden[Math.min(hidden.length - 1, Math.floor((y - box.top) / box.height * hidden.length))]
}

let letter

const jump = async link => {
  if (!link || link == letter) return
  letter = link
  const title = $$('.letter', rows).find(title => title.textContent == link.textContent)
  if (!title) await replaceRows(link.href)
  const list = title ? title.nextElementSibling : $('ul', rows)
  list?.scrollIntoView()
}

on('pointerdown', '.index', () => { letter = undefined })
on('pointermove', '.index', (element, event) => {
  if (event.buttons) quietly(jump(letterAt(event.clientY)))
})
on('click', '.index a', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  quietly(jump(link))
})
