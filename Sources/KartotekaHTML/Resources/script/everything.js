// The search over everything: Ctrl-K, or a press of its button, opens it above whatever page is shown. It finds while one
// types; arrows walk through what was found, Return opens the first.

import {
  $, $$, composed, draw, encoded, goTo, isModified, on, onTyped, part, press, quietly, seeker,
} from './page.js'

// The field is there at once, so that what is typed goes into it. The server's sheet takes its place.
const begin = label => {
  const dialog = document.createElement('dialog')
  dialog.id = 'everything'
  dialog.className = 'sheet tall'
  dialog.ariaLabel = label
  const field = Object.assign(document.createElement('input'), { id: 'eq', type: 'search', name: 'q', placeholder: label })
  field.ariaLabel = label
  const form = Object.assign(document.createElement('form'), { className: 'search', action: '/search' })
  // Not `form.id`, which a field of that name would hide.
  form.setAttribute('id', 'seeker')
  form.append(field)
  dialog.append(form)
  document.body.append(dialog)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.showModal()
  field.focus()
  return dialog
}

const openSearch = async () => {
  if ($('#everything') || $('dialog:modal')) return
  const link = $('[data-part=everything]')
  const dialog = begin(link?.ariaLabel ?? link?.textContent.trim() ?? '')
  const sheet = await part('/search?app=' + location.pathname.split('/')[1], 'list')
  await composed()
  if (!dialog.isConnected) return
  draw(sheet)
  const { value, selectionStart, selectionEnd } = $('#eq')
  dialog.ariaLabel = null
  dialog.setAttribute('aria-labelledby', 'et')
  dialog.replaceChildren(...$('#everything', sheet).childNodes)
  const field = $('#eq')
  field.value = value
  field.focus()
  field.setSelectionRange(selectionStart, selectionEnd)
  finder.stop()
  if (value) finder.soon(value.trim())
}

// Resolves when the server's sheet is there.
let opening

const open = () => { opening = quietly(openSearch()) }

addEventListener('keydown', event => {
  if (event.key.toLowerCase() != 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  if ($('#seeker')) goTo($('#eq'))
  else open()
  event.preventDefault()
})

on('click', '[data-part=everything]', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  open()
})

on('click', '#everything [data-part=cancel]', (link, event) => {
  event.preventDefault()
  $('#everything').close()
})

const finder = seeker(async (_, signal) => {
  const form = $('#seeker')
  if (!form) throw 'closed'
  const url = new URL(form.action)
  url.search = encoded(form).toString()
  const content = await part(url, 'found', signal)
  if (signal.aborted || !$('#hits')) throw 'closed'
  draw(content)
  $('svg[hidden]', content)?.remove()
  $('#hits').replaceChildren(...content.childNodes)
}, 100)

onTyped('#seeker input', field => finder.soon(field.value.trim()))

// What was found is opened if it was found for the text that stands in the field.
on('submit', '#seeker', async (form, event) => {
  event.preventDefault()
  const text = $('#eq').value.trim()
  await opening
  if (text && await finder.now(text) && $('#eq')?.value.trim() == text) press($('#hits .row'))
})

addEventListener('keydown', event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || isModified(event) || !event.target.closest('#seeker, #hits')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const all = [$('#eq'), ...$$('#hits .row')]
  goTo(all[all.indexOf(event.target) + step])
}, true)
