// A sheet of suggestions: it finds while one types. Arrows walk through what was found, Return adds it; in the search
// field, that is the first.

let finding, seeking, found

const find = async () => {
  const seek = $('#finder')
  const url = new URL(seek.action)
  url.search = new URLSearchParams(new FormData(seek))
  finding?.abort()
  finding = new AbortController()
  const content = await part(url, 'found', finding.signal)
  draw(content)
  $('svg[hidden]', content)?.remove()
  $('#found').replaceChildren(...content.childNodes)
  announce($('#news').textContent)
}

const findSoon = wait => {
  clearTimeout(seeking)
  found = new Promise(done => { seeking = setTimeout(() => done(quietly(find())), wait) })
}

on('input', '#finder input', (field, event) => { if (!event.isComposing) findSoon(120) })

// What was typed last may not have been looked for yet.
on('submit', '#finder', async (form, event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!$('#fq').value.trim()) return
  findSoon(0)
  await found
  press($('#found .group:first-of-type .row'))
}, true)

addEventListener('keydown', event => {
  const { key, target } = event
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (!step || isModified(event) || !target.closest('.sheet:has(#finder)')) return
  event.preventDefault()
  const all = [$('#fq'), ...$$('#found .row')]
  goTo(all[all.indexOf(target) + step])
})
