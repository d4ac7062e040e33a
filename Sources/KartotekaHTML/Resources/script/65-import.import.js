// When a search in a sheet was typed last; lists have one of their own.
let typed

// Files are looked at as soon as they are chosen or dropped.
on('change', '#files', field => { if (field.files.length) field.form.requestSubmit() })

for (const [type, isOver] of [['dragover', true], ['dragleave', false], ['drop', false]]) {
  on(type, '.drop', (place, event) => {
    place.classList.toggle('over-it', isOver)
    if (type == 'dragleave') return
    event.preventDefault()
    if (type != 'drop' || !event.dataTransfer.files.length) return
    const field = $('#files')
    field.files = event.dataTransfer.files
    field.form.requestSubmit()
  })
}

// A page that waits for an import shows how far it is, and then what came of it.
const watch = async () => {
  const shown = $('[data-part=progress]')
  if (!shown) return
  try {
    const { response, page } = await load(location)
    const now = $('[data-part=progress]', page)
    if (!now) return location.replace(response.url)
    // The bar itself stays, so that it moves.
    $('progress', shown).value = $('progress', now).value
    $$('p', now).forEach((text, place) => { $$('p', shown)[place].textContent = text.textContent })
  } catch (error) {
    if (error != 'away') throw error
  }
  setTimeout(watch, 400)
}

watch()
