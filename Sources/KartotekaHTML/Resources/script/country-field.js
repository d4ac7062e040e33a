// The field on the map suggests countries while one types, as the sheet for a new one does.

import { $, $$, announce, draw, encoded, instead, isModified, on, part, quietly } from './page.js'
import { kind } from './rows.js'

let suggesting, suggestSoon

const closeSuggestions = () => $('#quick')?.remove()

const suggest = async field => {
  const { signal } = suggesting = instead(suggesting)
  if (!field.value.trim()) return closeSuggestions()
  const url = new URL(field.form.action)
  url.search = encoded(field.form).toString()
  const content = await part(url, 'found', signal)
  if (signal.aborted) return
  draw(content)
  $('svg[hidden]', content)?.remove()
  const box = $('#quick') ?? Object.assign(document.createElement('form'), {
    id: 'quick', method: 'post', action: field.form.action,
  })
  box.replaceChildren(...content.childNodes)
  field.form.after(box)
  announce($('#news').textContent)
}

// Escape empties the field.
Object.assign(kind, { search: field => quietly(suggest(field)) })

on('input', '.map #q', (field, event) => {
  if (event.isComposing) return
  clearTimeout(suggestSoon)
  suggestSoon = setTimeout(() => quietly(suggest(field)), 120)
})

on('submit', '.map .search', (form, event) => {
  const first = $('#quick .group:first-of-type .row')
  if (!first) return
  event.preventDefault()
  first.click()
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
