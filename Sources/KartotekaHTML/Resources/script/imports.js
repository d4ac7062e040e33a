// Importing files: they are sent as soon as they are chosen, and the page follows what becomes of them.

import { $, $$, load, on } from './page.js'

// Files are looked at as soon as they are chosen or dropped.
on('change', '#files', field => { if (field.files.length) field.form.requestSubmit() })

for (const type of ['dragover', 'dragleave', 'drop']) {
  on(type, '.drop', (place, event) => {
    place.classList.toggle('over-it', type == 'dragover')
    if (type == 'dragleave') return
    event.preventDefault()
    if (type != 'drop' || !event.dataTransfer.files.length) return
    const field = $('#files')
    field.files = event.dataTransfer.files
    field.form.requestSubmit()
  })
}

const progressOf = address => {
  const url = new URL(address)
  url.searchParams.set('part', 'progress')
  return url
}

// The preview shows what the files would change as soon as that is counted.
const countChanges = async () => {
  const shown = $('[data-part=counting]')
  if (!shown) return
  try {
    const { page } = await load(progressOf(location))
    const now = $('[data-part=counting]', page)
    if (now) {
      shown.textContent = now.textContent
    } else {
      const figures = $$('[data-part=figures]', page)
      $$('[data-part=figures]').forEach((place, index) => { place.textContent = figures[index]?.textContent ?? '' })
      shown.remove()
    }
  } catch (error) {
    if (error != 'away') throw error
  }
  setTimeout(countChanges, 400)
}

// A page that waits for an import shows how far it is, and then what came of it.
const watch = async () => {
  const shown = $('[data-part=progress]')
  if (!shown) return
  try {
    const { response, page } = await load(progressOf(location))
    const now = $('[data-part=progress]', page)
    if (!now) return location.replace(response.redirected ? response.url : location.href)
    // The bar itself stays, so that it moves.
    $('progress', shown).value = $('progress', now).value
    $$('p', now).forEach((text, place) => { $$('p', shown)[place].textContent = text.textContent })
  } catch (error) {
    if (error != 'away') throw error
  }
  setTimeout(watch, 400)
}

watch()
countChanges()
