// What lists and tables have in common: rows, one of which may be chosen, and which grow while one scrolls.

import { $, desk, isDown, isModified, on, part, quietly, waiting } from './page.js'

/**
 * What a kind of page says of its rows; the module of the kind puts its own in place. Pages without rows have nothing to
 * walk along, to choose or to search.
 */
export const kind = {
  /**
   * The rows, by what has the focus of each.
   * @type {() => any[]}
   */
  allRows: () => [],
  /**
   * The one that is chosen.
   * @type {() => any}
   */
  chosenRow: () => undefined,
  /**
   * What has to be done when some came.
   * @type {() => void}
   */
  settle: () => {},
  /**
   * Puts further rows where the link to them is.
   * @type {(link: any, content: any, isEarlier: boolean) => void}
   */
  join: () => {},
  /**
   * What Delete does in a row; whether it did anything.
   * @type {(row: any) => unknown}
   */
  remove: () => undefined,
  /**
   * What Escape does.
   * @type {(target: any) => unknown}
   */
  letGo: () => undefined,
  /**
   * Searches anew after Escape has emptied the field.
   * @type {(field: any) => unknown}
   */
  search: field => field.form.requestSubmit(),
  /**
   * Resolves when the rows are those of the search.
   * @type {() => Promise<unknown>}
   */
  found: () => Promise.resolve(),
  /**
   * Whether something is typed that is saved when it is left, and is not yet. A link may leave it as it is.
   * @type {(link?: any) => boolean}
   */
  isUnsaved: () => false,
  /**
   * Whether a link leaves the row for a new record as it is.
   * @type {(link?: any) => boolean}
   */
  keepsNew: () => false,
  /**
   * Whether a press on a link begins to tick rows, or ticks one, so that nothing is left.
   * @type {(link: any, event: any) => boolean}
   */
  ticks: () => false,
  /**
   * Resolves when all of that has been sent and answered, or also shown; nothing where there is none.
   * @type {(isShown?: boolean) => Promise<unknown> | undefined}
   */
  saving: () => undefined,
}

/**
 * What scrolls the rows.
 * @type {() => any}
 */
export const scroller = () => desk.matches ? $('.list') : document.scrollingElement
/**
 * The id in the address of a record, or of a sheet above it.
 * @type {(path?: string) => string | undefined}
 */
export const idOf = path => path?.match(/\/~?(-?\d+)(\/|$)/)?.[1]

/**
 * The key under which the tab keeps what is ticked in a list, by the address of a step with it.
 * @type {(path: string) => string}
 */
export const ticksKey = path => 'ticks ' + path.replace(/\/(several|~?-?\d+\/merge)$/, '')

/**
 * Where a list can be asked for to begin: the cursors of rows at the ends of the pages in which it came.
 * @type {WeakMap<any, string>}
 */
export const cursors = new WeakMap()

// The row before a link to further ones has the cursor in it, the row behind a link to earlier ones.
const remember = link => {
  const { searchParams } = new URL(link.href)
  const all = kind.allRows()
  const isEarlier = link.rel == 'prev'
  const cursor = searchParams.get(isEarlier ? 'before' : 'after')
  const row = all.at(isEarlier ? 0 : -1)
  if (cursor && row) cursors.set(row, cursor)
}

const more = async link => {
  if (link.ariaBusy) return
  pages.unobserve(link)
  link.ariaBusy = 'true'
  try {
    const content = await part(link.href, 'rows')
    const isEarlier = link.rel == 'prev'
    // Another row would come under the finger.
    while (isEarlier && isDown()) await new Promise(done => setTimeout(done, 50))
    if (!link.isConnected) return
    const box = scroller()
    const below = box.scrollHeight - box.scrollTop
    const back = $(isEarlier ? '[rel=next]' : '[rel=prev]', content)
    if (back) (back.closest('tr') ?? back).remove()
    remember(link)
    kind.join(link, content, isEarlier)
    if (isEarlier) box.scrollTop = box.scrollHeight - below
    kind.settle()
  } finally {
    link.ariaBusy = null
  }
}

const nearing = root => new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) quietly(more(target))
}, /** @type {IntersectionObserverInit} */ ({ root, rootMargin: '800px', scrollMargin: '800px' }))
const whole = nearing(null)
// Without that margin, the one around the window does not hold within a column that scrolls.
const column = 'scrollMargin' in IntersectionObserver.prototype ? whole : nearing($('.list'))

/**
 * Loads further rows when the link to them comes near.
 * @type {{ observe: (link: Element) => void, unobserve: (link: Element) => void }}
 */
export const pages = {
  observe: link => (desk.matches ? column : whole).observe(link),
  unobserve: link => {
    whole.unobserve(link)
    column.unobserve(link)
  },
}

on('click', 'a.pager', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  quietly(more(link))
})

// Printing by the keyboard prints the whole list: rows that are not there yet are fetched first. Longer lists than that
// are exported.
const mostPrinted = 5000

let isPrinting = false

const printAll = async () => {
  if (isPrinting) return
  isPrinting = true
  const done = waiting()
  try {
    await loadAll()
  } finally {
    isPrinting = false
    done()
  }
  print()
}

const loadAll = async () => {
  while ($('a.pager') && kind.allRows().length < mostPrinted) {
    const link = $('a.pager')
    // Scrolling has begun to load it.
    if (link.ariaBusy) await new Promise(done => setTimeout(done, 50))
    else await more(link)
  }
}

addEventListener('keydown', event => {
  const isCommand = event.key == 'p' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  if (!isCommand || !$('a.pager')) return
  event.preventDefault()
  quietly(printAll())
})

/**
 * A page that was opened at a row shows it.
 * @type {(row: any) => void}
 */
export const arrive = row => {
  if (!row) return
  if (location.search.includes('selected=')) history.scrollRestoration = 'manual'
  const { top, bottom } = row.getBoundingClientRect()
  const box = scroller()
  // A telephone has its tabs below the rows. The bar of what was done floats above the last rows, and they can be scrolled.
  const end = innerHeight - (desk.matches ? 0 : 100)
  // A row of the first screenful is shown below title and search.
  if (bottom + box.scrollTop <= end) box.scrollTop = 0
  else if (top < 100 || bottom > end) row.scrollIntoView({ block: 'center' })
}
