// The search over everything: Ctrl-K, or a press of its button, opens it above whatever page is shown. It finds while one
// types; arrows walk through what was found, Return opens the first.

import { $, $$, draw, encoded, goTo, instead, isModified, on, part, press, quietly } from './page.js'

let seekSoon, seekingAll

const openSearch = async () => {
  if ($('#everything') || $('dialog:modal')) return
  const sheet = await part('/search?app=' + location.pathname.split('/')[1], 'list')
  if ($('#everything')) return
  draw(sheet)
  const dialog = $('#everything', sheet)
  document.body.append(dialog)
  dialog.showModal()
  dialog.addEventListener('close', () => dialog.remove())
}

addEventListener('keydown', event => {
  if (event.key.toLowerCase() != 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  if ($('#seeker')) goTo($('#eq'))
  else quietly(openSearch())
  event.preventDefault()
})

on('click', '[data-part=everything]', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  quietly(openSearch())
})

on('click', '#everything [data-part=cancel]', (link, event) => {
  event.preventDefault()
  $('#everything').close()
})

const seek = async () => {
  const form = $('#seeker')
  const url = new URL(form.action)
  url.search = encoded(form).toString()
  const { signal } = seekingAll = instead(seekingAll)
  const content = await part(url, 'found', signal)
  if (signal.aborted || !$('#hits')) return
  draw(content)
  $('svg[hidden]', content)?.remove()
  $('#hits').replaceChildren(...content.childNodes)
}

on('input', '#seeker input', (field, event) => {
  if (event.isComposing) return
  clearTimeout(seekSoon)
  seekSoon = setTimeout(() => quietly(seek()), 100)
})

on('submit', '#seeker', async (form, event) => {
  event.preventDefault()
  clearTimeout(seekSoon)
  await quietly(seek())
  press($('#hits .row'))
})

addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || isModified(event) || !event.target.closest('#seeker, #hits')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const all = [$('#eq'), ...$$('#hits .row')]
  goTo(all[all.indexOf(event.target) + step])
}, true)
