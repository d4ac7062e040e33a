// A sheet of suggestions: it finds while one types. Arrows walk through what was found, Return adds it; in the search
// field, that is the first.

import { $, $$, announce, draw, encoded, goTo, isModified, on, onTyped, part, press, seeker } from './page.js'

let pressing

// What is being pressed stays where it is until the press is over, and has been sent if it was one.
on('pointerdown', '#found', () => {
  pressing = new Promise(done => window.onpointerup = window.onpointercancel = () => setTimeout(done, 50))
})
on('submit', '#found', () => {
  finder.stop()
  // Back leads to what the sheet was opened from and not to the sheet.
  history.replaceState(null, '', $('.sheet [data-part=cancel]').href)
})

const finder = seeker(async (_, signal) => {
  const seek = $('#finder')
  const url = new URL(seek.action)
  url.search = encoded(seek).toString()
  const content = await part(url, 'found', signal)
  await pressing
  if (signal.aborted) return
  draw(content)
  $('svg[hidden]', content)?.remove()
  const focused = $('#found :focus')
  $('#found').replaceChildren(...content.childNodes)
  // Who walks through the rows goes on from the same one.
  if (focused) goTo($$('#found .row').find(row => row.isEqualNode(focused)) ?? $('#fq'))
  announce($('#news').textContent)
})

onTyped('#finder input', field => finder.soon(field.value.trim()))

// What was typed last may not have been looked for yet. What is found is added if it was found for the text that stands in
// the field.
on('submit', '#finder', async (form, event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  const text = $('#fq').value.trim()
  if (text && await finder.now(text) && $('#fq')?.value.trim() == text) press($('#found .group:first-of-type .row'))
}, true)

// The other ways to add something take along what is typed, also before it was looked for.
on('click', '#found .syms a:not([href*="#"])', link => {
  const url = new URL(link.href)
  const text = $('#fq').value.trim()
  url.searchParams.delete('name')
  if (text) url.searchParams.set('name', text)
  link.href = url.href
}, true)

addEventListener('keydown', event => {
  const { key, target } = event
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step || isModified(event) || !target.closest('.sheet:has(#finder)')) return
  event.preventDefault()
  const all = [$('#fq'), ...$$('#found .row')]
  goTo(all[all.indexOf(target) + step])
})
