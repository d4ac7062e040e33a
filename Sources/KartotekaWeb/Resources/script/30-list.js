// Lists: they filter while one types, grow while one scrolls, and have one row in the order of the tab key.

const rows = () => $('#rows')
const allRows = () => $$('.row', rows() ?? undefined)
const scroller = () => desk.matches ? $('.list') : document.scrollingElement
const rowAt = address => allRows().find(row => row.pathname == new URL(address, location).pathname)
const chosenRow = () => allRows().find(row => row.ariaCurrent)
const idOf = address => address?.match(/\/(\d+)(?:\?|$)/)?.[1]

// The list's address with the search that stands in the field, opened at a record.
const listAddress = id => {
  const url = new URL($('.search')?.getAttribute('action') ?? $('.tabs [aria-current]').href, location)
  const text = $('#q')?.value.trim()
  if (text) url.searchParams.set('search', text)
  if (id) url.searchParams.set('selected', id)
  return url
}

const rove = (row = chosenRow() ?? allRows()[0]) => {
  for (const element of rows() ? $$('.row, .gone', rows()) : []) {
    element.tabIndex = element == row || element.previousElementSibling == row ? 0 : -1
  }
}

const select = row => {
  for (const other of allRows()) {
    other.removeAttribute('aria-current')
    other.removeAttribute('id')
  }
  row?.setAttribute('aria-current', 'true')
  rove(row)
}

// What has to be done whenever rows came.
const settle = () => {
  rove(document.activeElement?.closest('#rows .row') ?? undefined)
  $$('.pager').forEach(link => pages.observe(link))
}

let asking

const replaceRows = async address => {
  asking?.abort()
  const request = asking = new AbortController()
  rows().ariaBusy = 'true'
  try {
    const content = await part(address, 'list', request.signal)
    rows().replaceChildren(...content.body.childNodes)
    settle()
  } finally {
    if (request == asking) rows().ariaBusy = null
  }
}

// Search

const search = async () => {
  const text = $('#q').value.trim()
  await replaceRows(listAddress(idOf(location.pathname) ?? new URL(location).searchParams.get('selected')))
  const here = new URL(location)
  for (const name of ['search', 'after', 'before', 'from', 'near', 'deed']) here.searchParams.delete(name)
  if (text) here.searchParams.set('search', text)
  history.replaceState(null, '', here)
  $('.index')?.toggleAttribute('hidden', text != '')
  announce($('#count')?.textContent)
}

let typed

addEventListener('input', event => {
  if (event.target.id != 'q' || event.isComposing) return
  clearTimeout(typed)
  typed = setTimeout(() => quietly(search()), 120)
})
addEventListener('submit', event => {
  if (!event.target.matches('.search')) return
  event.preventDefault()
  clearTimeout(typed)
  quietly(search())
  if (!desk.matches) $('#q').blur()
})

// Further pages

const heading = list => list.previousElementSibling?.matches('.letter') ? list.previousElementSibling : null

// Rows under the same initial go on in the same group.
const join = (list, more, put) => {
  if (!list || !more || heading(list)?.textContent != heading(more)?.textContent) return
  put(list, [...more.children])
  heading(more)?.remove()
  more.remove()
}

const more = async link => {
  if (link.ariaBusy) return
  pages.unobserve(link)
  link.ariaBusy = 'true'
  try {
    const content = (await part(link.href, 'rows')).body
    if (!link.isConnected) return
    const box = scroller()
    const below = box.scrollHeight - box.scrollTop
    const isEarlier = link.rel == 'prev'
    $(isEarlier ? '[rel=next]' : '[rel=prev]', content)?.remove()
    const here = $$('ul', rows())
    const there = $$('ul', content)
    if (isEarlier) join(here[0], there.at(-1), (list, items) => list.prepend(...items))
    else join(here.at(-1), there[0], (list, items) => list.append(...items))
    link.replaceWith(...content.childNodes)
    if (isEarlier) box.scrollTop = box.scrollHeight - below
    settle()
  } finally {
    link.ariaBusy = null
  }
}

const pages = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) quietly(more(target))
}, { rootMargin: '800px', scrollMargin: '800px' })

addEventListener('click', event => {
  const link = event.target.closest?.('.pager')
  if (!link || isModified(event)) return
  event.preventDefault()
  quietly(more(link))
})

// The strip of initials: pressed, or with a finger sliding along it

let letter

const jump = async link => {
  if (!link || link == letter) return
  letter = link
  const known = $$('.letter', rows()).find(title => title.textContent == link.textContent)
  if (!known) await replaceRows(link.href)
  const list = known?.isConnected ? known.nextElementSibling : $('ul', rows())
  list?.scrollIntoView()
}

addEventListener('pointermove', event => {
  const strip = event.buttons && event.target.closest?.('.index')
  if (!strip) return
  const { x, width } = strip.getBoundingClientRect()
  quietly(jump(document.elementFromPoint(x + width / 2, event.clientY)?.closest('.index a')))
})
addEventListener('pointerdown', () => { letter = null })
addEventListener('dragstart', event => { if (event.target.closest?.('.index')) event.preventDefault() })
addEventListener('click', event => {
  const link = event.target.closest?.('.index a')
  if (!link || isModified(event)) return
  event.preventDefault()
  quietly(jump(link))
})

// Coming back: the row that was opened stays where the eye left it, with what has changed meanwhile.

let opened

const refresh = async () => {
  const top = opened?.getBoundingClientRect().top
  await replaceRows(listAddress(idOf(opened?.pathname)))
  const again = opened && rowAt(opened.href)
  if (again) scroller().scrollTop += again.getBoundingClientRect().top - top
}

addEventListener('pageshow', event => { if (event.persisted && rows()) quietly(refresh()) })

if (rows()) {
  settle()
  const row = chosenRow()
  if (row && location.search.includes('selected=')) history.scrollRestoration = 'manual'
  const { top, bottom } = row?.getBoundingClientRect() ?? {}
  if (row && (top < 100 || bottom > innerHeight - 100)) row.scrollIntoView({ block: 'center' })
}
