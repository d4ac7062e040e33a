// Importing files: they are sent as soon as they are chosen, and the page follows what becomes of them.

import { $, $$, load, on } from './page.js'

// Files are looked at as soon as they are chosen or dropped.
on('change', '#files', field => { if (field.files.length) field.form.requestSubmit() })

// Files may be dropped anywhere on a page that takes files.
for (const type of ['dragover', 'dragleave', 'drop']) {
  addEventListener(type, event => {
    const field = $('#files'), { files, types } = /** @type {any} */ (event).dataTransfer
    if (!field || !types.includes('Files')) return
    $('.drop')?.classList.toggle('over-it', type == 'dragover')
    if (type == 'dragleave') return
    event.preventDefault()
    if (type != 'drop' || !files.length) return
    field.files = files
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
      const changes = $('[data-part=changes]', page)
      if (changes) $('[data-part=changes]')?.replaceWith(changes)
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
