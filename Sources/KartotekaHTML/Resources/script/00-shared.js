// What the scripts share. All files are one module, in the order of their names.
// Everything on a page works without them, by links and forms; they make it quicker and nicer.

const $ = (selector, root = document) => root.querySelector(selector)
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]
const desk = matchMedia('(width >= 56.25rem)')

const active = () => document.activeElement

// Calls `act` with the element that an event is about: the nearest one that the selector finds, if any.
const on = (type, selector, act, options) => addEventListener(type, event => {
  const element = event.target.closest?.(selector)
  if (element) act(element, event)
}, options)

// Whether a click or a key is meant for the browser.
const isModified = event => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button > 0
// Whether a key is a letter, figure or mark and such shortcuts are switched off (WCAG 2.1.4).
const isOff = key => key.length == 1 && document.body.dataset.shortcuts
const isTyping = element => element.matches?.('input:not([type=checkbox], [type=radio]), textarea, select')

// Tells those who don't see it what happened.
const announce = text => { $('#say').textContent = text ?? '' }

// A bar that says that the server is away. The next answer takes it back.
const trouble = isAway => {
  $('.trouble')?.remove()
  if (!isAway) return
  const bar = document.createElement('p')
  bar.className = 'undo trouble'
  bar.role = 'alert'
  bar.textContent = document.body.dataset.unreachable
  document.body.append(bar)
}

// A request that nobody answered, that was refused, or that nobody waits for any more has ended, and that is all.
const quietly = promise => promise.catch(error => {
  if (typeof error != 'string' && error.name != 'AbortError') throw error
})

// What a request goes on with that takes the place of another one.
const instead = request => {
  request?.abort()
  return new AbortController()
}

// The entities that a page shows; '*' for any.
const entitiesOf = names => names?.split(' ') ?? ['*']
let shownEntities = new Set(entitiesOf(document.body.dataset.entities))

// The answer, and the page or part of a page that it holds.
const read = async (address, options) => {
  const response = await fetch(address, { headers: { accept: 'text/html' }, ...options })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const entities = entitiesOf(response.headers.get('kartoteka-entities') ?? page.body.dataset.entities)
  for (const entity of entities) shownEntities.add(entity)
  return { response, page, entities }
}

// The symbols of a part that is put in place, as far as the page has none of them.
const draw = page => {
  for (const symbol of $$('symbol', page)) if (!document.getElementById(symbol.id)) $('body > svg').append(symbol)
}

// The same for what a person waits for.
const load = async (address, options) => {
  try {
    const answer = await read(address, options)
    trouble(false)
    return answer
  } catch (error) {
    if (error.name == 'AbortError') throw error
    trouble(true)
    throw 'away'
  }
}

// A part of the page at an address: its list, its rows.
const part = async (address, name, signal) => {
  const url = new URL(address, location)
  url.searchParams.set('part', name)
  const { response, page } = await load(url, { signal })
  if (!response.ok) throw 'refused'
  return page.body
}
