// The field on the map suggests countries while one types, as the sheet for a new one does.

import { $, $$, announce, draw, encoded, isModified, on, onTyped, part, quietly, seeker, writing } from './page.js'
import { insist, isHeldUp } from './insisting.js'
import { go } from './map.js'
import { kind } from './rows.js'

const closeSuggestions = () => {
  $('#quick')?.remove()
  foundFor = undefined
  // What is typed next is looked for, also if it is the same.
  finder.stop()
}

const firstRow = root => $('.group:first-of-type .row', root)

// What a text finds.
const look = (text, signal) => {
  const { form, name } = $('.map #q')
  const url = new URL(form.action)
  const query = encoded(form)
  query.set(name, text)
  url.search = query.toString()
  return part(url, 'found', signal)
}

// What the countries that are shown were found for.
let foundFor

const finder = seeker(async (text, signal) => {
  const field = $('.map #q')
  if (!text) return $('#quick')?.remove()
  const content = await look(text, signal)
  if (signal.aborted || field.value.trim() != text) throw 'past'
  foundFor = text
  draw(content)
  $('svg[hidden]', content)?.remove()
  const box = $('#quick') ?? Object.assign(document.createElement('form'), {
    id: 'quick', method: 'post', action: field.form.action,
  })
  box.replaceChildren(...content.childNodes)
  field.form.after(box)
  announce($('#news').textContent)
})

// Escape empties the field.
Object.assign(kind, { search: field => finder.now(field.value.trim()), isUnsaved: isHeldUp })

onTyped('.map #q', field => finder.soon(field.value.trim()))

// Countries are added, or those that are there already shown, one after the other, while one types on.
let steps = Promise.resolve()

const choose = row => {
  if (row.matches('a')) return go(row.href)
  const hidden = $$('[type=hidden]', row.closest('#quick') ?? row.getRootNode())
  const body = new URLSearchParams([...hidden.map(field => [field.name, field.value]), [row.name, row.value]])
  return go($('.map .search').action, { method: 'POST', body })
}

const chooseFirst = async text => {
  const content = await look(text)
  const row = firstRow(content)
  if (row) return choose(row)
  announce($('#news', content)?.textContent)
  // A page says that there is none, unless somebody types on.
  const field = $('.map #q')
  if (field.value) return
  field.value = text
  field.form.submit()
}

const enqueue = step => { writing(steps = steps.then(() => quietly(insist(step)))) }

// Return adds what is found for the text that stands in the field. The button beside it leads to a page.
on('keydown', '.map #q', (field, event) => {
  const text = field.value.trim()
  if (event.key != 'Enter' || event.isComposing || !text) return
  event.preventDefault()
  if (event.repeat) return
  const row = foundFor == text && firstRow($('#quick'))
  closeSuggestions()
  field.value = ''
  enqueue(() => row ? choose(row) : chooseFirst(text))
})

on('submit', '#quick', (form, event) => {
  event.preventDefault()
  const row = event.submitter
  $('.map #q').value = ''
  closeSuggestions()
  enqueue(() => choose(row))
})

addEventListener('keydown', event => {
  const box = $('#quick')
  if (!box || !event.target.closest('#quick, .map .search')) return
  if (event.key == 'Escape') {
    $('#q').focus()
    closeSuggestions()
  } else {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const all = [$('#q'), ...$$('.row', box)]
    if (!step || isModified(event)) return
    all[all.indexOf(event.target) + step]?.focus()
  }
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)

addEventListener('pointerdown', event => {
  if (!event.target.closest('#quick, .map .search')) closeSuggestions()
})
