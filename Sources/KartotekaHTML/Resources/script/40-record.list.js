// At a desk a record opens beside its list, and the list keeps its place.

const record = () => $('article.record')
let opening

// Puts the record's column of a page, or the placeholder of a list's page, in place of the one there is.
const put = (page, path) => {
  const column = $('article.record', page)
  draw(page)
  record().replaceWith(column)
  isLeaving = false
  const id = idOf(path)
  document.body.className = 'frame at-' + (id ? 'record' : 'list')
  document.title = column.dataset.title ?? page.title
  select(id && rowOf(path))
  forms().forEach(wake)
  meetForms()
  here = address()
}

// `change` is the method that tells the history of the new address, if any.
const show = async (href, change) => {
  opening = instead(opening)
  const url = new URL(href)
  if (idOf(url.pathname)) url.searchParams.set('part', 'record')
  const { response, page } = await load(url, { signal: opening.signal })
  if (!response.ok || !$('article.record', page)) return location.assign(href)
  if (change) history[change](null, '', href)
  put(page, url.pathname)
}

on('click', '#rows .row', async (row, event) => {
  if (event.defaultPrevented || isModified(event)) return
  opened = row
  if (desk.matches && record()) {
    event.preventDefault()
    await quietly(show(row.href, location.pathname == row.pathname ? undefined : 'pushState'))
    // Return goes on into the card.
    if (!event.detail) $('.field :is(input:not([type=hidden]), textarea, select)', record())?.focus()
  } else {
    // So that the way back leads to this row.
    history.replaceState(null, '', listAddress(idOf(row.pathname)))
  }
})

// The card follows the row that the arrow keys lead to, once they rest. A card with unsaved changes stays open.
let following

const showFocused = () => {
  const row = active().closest('#rows .row')
  if (!desk.matches || !record() || !row || row.ariaCurrent || $('.scrim') || hasUnsaved()) return
  opened = row
  quietly(show(row.href, idOf(location.pathname) ? 'replaceState' : 'pushState'))
}

addEventListener('keydown', event => {
  clearTimeout(following)
  if (/^(Arrow(Up|Down)|Home|End)$/.test(event.key) && !isModified(event)) following = setTimeout(showFocused, 150)
})

addEventListener('popstate', async () => {
  if (address() == here) return
  if (!desk.matches) location.reload()
  else if (await mayLeave()) quietly(show(location.href))
  else history.pushState(null, '', here)
})
