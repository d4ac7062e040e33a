// Blocks of cells in a list's table: Shift and arrows, or the mouse, choose them; they are copied as spreadsheets read them,
// and what spreadsheets have copied is pasted into them. The server stores all of it or nothing, and says why.

import { $, $$, active, desk, isTyping, on, quietly, rows, trouble, writing } from './page.js'
import { cellAt, cellsOf, where } from './cell-places.js'
import { pendingOf, showDone } from './cell-saving.js'
import { goTo } from './cells.js'
import { parsed } from './markup.js'
import { kind } from './rows.js'

const lines = () => $$('.grid tbody tr[data-id]')
const cellOf = element => element?.closest?.('.grid tbody tr[data-id] td')

// Where the block begins and ends; none while it is the cell with the focus alone.
let block

// The block's cells, row by row.
const cells = () => {
  const [from, to] = (block ?? [cellOf(active()), cellOf(active())]).map(it => it && (it.id ? cellAt(it) : it))
  if (!from || !to) return []
  const all = lines()
  const [top, bottom] = [all.indexOf(from.parentElement), all.indexOf(to.parentElement)].sort((one, other) => one - other)
  const places = [from, to].map(it => cellsOf(it.parentElement).indexOf(it))
  return all.slice(top, bottom + 1).map(row => cellsOf(row).slice(Math.min(...places), Math.max(...places) + 1))
}

const show = () => {
  const chosen = new Set(block ? cells().flat() : [])
  for (const cell of $$('.grid tbody td')) cell.ariaSelected = chosen.has(cell) ? 'true' : null
}

const extend = cell => {
  block = [block?.[0] ?? where(cellOf(active()) ?? cell), where(cell)]
  show()
}

const forget = () => {
  if (!block) return
  block = null
  show()
}

const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }

addEventListener('keydown', event => {
  const cell = cellOf(event.target)
  if (!cell || $('#cell') || !desk.matches || event.ctrlKey || event.metaKey || event.altKey) return
  const step = steps[event.key]
  if (!step || !event.shiftKey) {
    if (step || event.key == 'Escape') forget()
    return
  }
  event.preventDefault()
  const all = lines()
  const end = block ? cellAt(block[1]) : cell
  const row = all[all.indexOf(end.parentElement) + step[0]]
  const next = row && cellsOf(row)[cellsOf(end.parentElement).indexOf(end) + step[1]]
  if (!next) return
  extend(next)
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}, true)

// The mouse: pressed and drawn over cells, or Shift and a press.
let drawn
on('pointerdown', '.grid tbody td', (cell, event) => {
  if (!desk.matches || event.pointerType == 'touch' || event.button || event.target.closest('a, #cell') || $('#cell')) return
  if (event.shiftKey && cellOf(active())) {
    event.preventDefault()
    return extend(cell)
  }
  forget()
  drawn = cell
})
addEventListener('pointermove', event => {
  if (!drawn) return
  const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY))
  if (!cell || cell == drawn && !block) return
  if (!block) {
    goTo(drawn)
    block = [where(drawn), where(drawn)]
  }
  event.preventDefault()
  getSelection().removeAllRanges()
  extend(cell)
})
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => { drawn = null })
addEventListener('settled', () => block && (cellAt(block[0]) && cellAt(block[1]) ? show() : forget()))

// Tab-separated text, with quotation marks around what has tabs, line ends or quotation marks itself.

const textOf = cell => pendingOf(where(cell)) ?? cell.dataset.value ?? cell.textContent
const quoted = text => /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const read = text => {
  const table = [[]]
  // A line end at the end begins no row.
  for (const [, quote, plain, end] of text.replace(/\r\n?/g, '\n').replace(/\n$/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    table.at(-1).push(quote?.replaceAll('""', '"') ?? plain)
    if (end == '\n') table.push([])
    if (!end) break
  }
  return table
}

document.addEventListener('copy', event => {
  if (isTyping(event.target) || $('#cell') || !cellOf(active()) || String(getSelection())) return
  event.clipboardData.setData('text/plain', cells().map(row => row.map(cell => quoted(textOf(cell))).join('\t')).join('\n'))
  event.preventDefault()
})

addEventListener('paste', event => {
  if (isTyping(event.target) || $('#cell') || !desk.matches || !cellOf(active()) || !$('.grid [data-field]')) return
  event.preventDefault()
  event.stopPropagation()
  quietly(writing(paste(read(event.clipboardData.getData('text/plain')))))
}, true)

const paste = async table => {
  if (rows.ariaBusy) return
  const target = cells()
  const [top, left] = [lines().indexOf(target[0][0].parentElement), cellsOf(target[0][0].parentElement).indexOf(target[0][0])]
  // One value fills the block.
  if (table.length == 1 && table[0].length == 1) table = target.map(row => row.map(() => table[0][0]))
  const body = new URLSearchParams()
  const fixed = new Set()
  for (const [down, row] of table.entries()) {
    for (const [right, text] of row.entries()) {
      const line = lines()[top + down]
      const cell = line && cellsOf(line)[left + right]
      if (!cell) body.set('beyond', 'yes')
      else if (text == textOf(cell) || text == cell.textContent) continue
      else if (cell.dataset.field) body.set(`${line.dataset.id}:${cell.dataset.field}`, text)
      else fixed.add(cell.dataset.label)
    }
  }
  if (fixed.size) body.set('fixed', [...fixed].join(', '))
  if (!String(body)) return
  const place = where(target[0][0])
  const last = lines()[Math.min(top + table.length, lines().length) - 1]
  const end = where(cellsOf(last)[Math.min(left + table[0].length, cellsOf(last).length) - 1])
  const url = new URL($('.grid .no a').href)
  url.pathname = url.pathname.replace(/[^/]+$/, 'cells')
  await kind.saving()
  rows.ariaBusy = 'true'
  try {
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (!response) return trouble(true)
    $('#refused')?.remove()
    for (const cell of $$('.grid [aria-invalid]')) cell.ariaInvalid = null
    if (response.type == 'opaqueredirect') {
      rows.ariaBusy = null
      await showDone()
      block = [place, end]
      if (cellAt(place) && cellAt(end)) show()
      else forget()
      return
    }
    const page = await parsed(response)
    const refused = $('#refused', page)
    if (!refused) return location.reload()
    $('.grid').before(refused)
    for (const { dataset } of $$('[data-field]', refused)) {
      const cell = $(`.grid tr[data-id="${dataset.id}"] td[data-field="${CSS.escape(dataset.field)}"]`)
      if (cell) cell.ariaInvalid = 'true'
    }
  } finally {
    rows.ariaBusy = null
  }
}
