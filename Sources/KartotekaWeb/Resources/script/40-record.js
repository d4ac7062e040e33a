// At a desk a record opens beside its list, and the list keeps its place.

let opening
// The address without what follows #, to tell pages from places on a page.
const address = () => location.pathname + location.search
let here = address()

const show = async (href, { isKeyboard = false, isNew = true } = {}) => {
  opening?.abort()
  opening = new AbortController()
  const { response, page } = await load(asPart(href), { signal: opening.signal })
  const record = $('article.record', page)
  if (!response.ok || !record) return location.assign(href)
  $('article.record').replaceWith(record)
  isLeaving = false
  if (isNew) history.pushState(null, '', href)
  here = address()
  const id = idOf(new URL(href, location).pathname)
  document.body.classList.toggle('at-record', Boolean(id))
  document.body.classList.toggle('at-list', !id)
  document.title = record.dataset.title ?? page.title
  select(id ? rowAt(href) : undefined)
  forms().forEach(wake)
  if (isKeyboard) $('.field :is(input:not([type=hidden]), textarea, select)', record)?.focus()
}

const asPart = href => {
  const url = new URL(href, location)
  if (idOf(url.pathname)) url.searchParams.set('part', 'record')
  return url
}

addEventListener('click', event => {
  const row = event.target.closest?.('#rows .row')
  if (!row || event.defaultPrevented || isModified(event)) return
  opened = row
  if (desk.matches && $('article.record')) {
    event.preventDefault()
    quietly(show(row.href, { isKeyboard: event.detail == 0 }))
  } else {
    // So that the way back leads to this row.
    history.replaceState(null, '', listAddress(idOf(row.pathname)))
  }
})

addEventListener('popstate', async () => {
  if (address() == here) return
  if (!desk.matches) return location.reload()
  if (await mayLeave()) quietly(show(location.href, { isNew: false }))
  else history.pushState(null, '', here)
})
