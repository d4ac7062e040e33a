// The map: dragged, pinched, wheeled, and moved by keys. Where it is, is a view: the point of the map in the middle of
// the screen, and how many pixels a unit of the map is. While something moves, the drawing is a layer that is moved as it
// is; it is drawn anew when all rests, or when its edge would be seen.

import {
  $, $$, active, address, announce, draw, encoded, instead, isModified, isOff, isTyping, load, on, part, quietly,
  visit,
} from './page.js'
import { storage } from './fields.js'
import { loadOutlines, refineLand } from './finer-outlines.js'

const map = $('#atlas')
const plane = $('#plane')
const numbers = text => text.split(' ').map(Number)
const [, , ...world] = numbers(map.dataset.whole)
// How much is drawn around what is seen, on each side.
const around = .3
// Below which a country's view is.
const base = $('.tabs [aria-current]').pathname
const middle = box => [box.x + box.width / 2, box.y + box.height / 2]

// The screen's width and height, the view, and the one that the drawing was made for, with its corner.
let screen, view, drawn, corner
// Where each pin is on the map.
let pins

// Where a page shows the map that has no script yet: what it was made for stands in the middle of what is free.
const measured = () => {
  const [x, y, width, height] = numbers($('#world').getAttribute('viewBox'))
  map.classList.remove('live')
  plane.style.transform = ''
  const box = plane.getBoundingClientRect()
  const k = box.width / width
  const [[left, top], [x2, y2]] = [middle(box), middle(map.getBoundingClientRect())]
  map.classList.add('live')
  return { k, x: x + width / 2 + (x2 - left) / k, y: y + height / 2 + (y2 - top) / k }
}

const between = (least, number, most) => Math.min(Math.max(number, least), Math.max(least, most))

// All of the world is as far as one can go away, and a town as near; something of it stays in sight.
const limited = ({ x, y, k }) => {
  k = between(Math.min(screen[0] / world[0], screen[1] / world[1]) * .92, k, 8)
  const [inX, inY] = [x, y].map((place, axis) => {
    const edge = Math.min(screen[axis] / k * .3, world[axis] / 2)
    return between(edge, place, world[axis] - edge)
  })
  return { k, x: inX, y: inY }
}

// The part of the map that is drawn, in its units.
const extent = () => screen.map(side => side * (1 + 2 * around) / view.k)

const paint = () => {
  drawn = view
  plane.style.transform = ''
  const size = extent()
  corner = [view.x - size[0] / 2, view.y - size[1] / 2]
  $('#world').setAttribute('viewBox', [...corner, ...size].join(' '))
  setPins(1)
}

// The scale of the drawing for which the pins are in place.
let pinScale

// Pins and names have one size, also while the drawing behind them is scaled.
const setPins = scale => {
  pinScale = scale
  const { style } = $('#pins')
  style.transform = scale == 1 ? '' : `scale(${1 / scale})`
  style.willChange = scale == 1 ? '' : 'transform'
  for (const [pin, place] of pins) {
    for (const axis of [0, 1]) pin.setAttribute('xy'[axis], (place[axis] - corner[axis]) * drawn.k * scale)
  }
}

// How the drawing has to be moved; nothing where that would show its edge, or make it coarse.
const moved = () => {
  const scale = view.k / drawn.k
  const shifts = screen.map((side, axis) => {
    const shift = (drawn['xy'[axis]] - view['xy'[axis]]) * view.k
    const isCovered = Math.abs(shift) + side / 2 < side * (.5 + around) * scale
    return isCovered && shift + side / 2 * (1 + 2 * around) * (1 - scale)
  })
  return scale < 2 && !shifts.includes(false) && `translate(${shifts[0]}px,${shifts[1]}px) scale(${scale})`
}

// Paper has another width: there the drawing keeps its shape, and pins stand by their shares of it.
addEventListener('beforeprint', () => {
  paint()
  const size = extent()
  plane.style.setProperty('--shape', size.join('/'))
  for (const [pin, place] of pins) {
    for (const axis of [0, 1]) pin.setAttribute('xy'[axis], (place[axis] - corner[axis]) / size[axis] * 100 + '%')
  }
})
addEventListener('afterprint', paint)

let resting

const show = next => {
  view = limited(next)
  if (!moved()) paint()
  plane.style.transform = moved()
  if (view.k / drawn.k != pinScale) setPins(view.k / drawn.k)
  clearTimeout(resting)
  resting = setTimeout(rest, 160)
}

const rest = () => {
  if (fingers.size) return
  paint()
  quietly(refine().then(() => loadOutlines(() => view.k)))
}

// Where the pins of a page are on the map; the page says it as shares of what it shows.
const locate = () => {
  const region = numbers($('#pins').dataset.region)
  pins = $$('#pins svg').map(pin => [
    pin, [0, 1].map(axis => region[axis] + parseFloat(pin.getAttribute('xy'[axis])) / 100 * region[axis + 2]),
  ])
}

// What has the focus has it still when it is put in place anew.
const withFocus = change => {
  const href = active().closest('#atlas a')?.getAttribute('href')
  change()
  if (href && active() == document.body) linkTo(href)?.focus({ preventScroll: true })
}
const linkTo = href => $$('a', map).find(link => link.getAttribute('href') == href)

// From nearer by there are more pins and names, from farther away fewer: the server says which.
const refine = async () => {
  const asked = view
  const { region, units } = $('#pins').dataset
  const [left, top, width, height] = numbers(region)
  const isNear = Math.hypot(view.x - left - width / 2, view.y - top - height / 2) < width * 2
  if (isNear && Math.abs(Math.log(units * view.k)) < .25) return
  const url = new URL(location.href)
  url.searchParams.set('view', [view.x, view.y, 380 / view.k].map(Math.round).join())
  const layer = $('#pins', await part(url, 'rows'))
  // Somebody went on meanwhile.
  if (asked != view || visit.here != address()) return
  withFocus(() => $('#pins').replaceWith(layer))
  locate()
  paint()
}

// Fingers and mouse

const fingers = new Map()
let grip, hasMoved

const spot = event => {
  const box = map.getBoundingClientRect()
  return { x: event.clientX - box.x, y: event.clientY - box.y }
}

// The middle of the fingers, and how far they are apart.
const grasp = () => {
  const [one, other = one] = fingers.values()
  return {
    x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, view,
    spread: Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1),
  }
}

// The view in which the point that was held is where the fingers are now.
const held = (grip, now, scale) => {
  const { k } = limited({ ...grip.view, k: grip.view.k * scale })
  const at = (axis, side) => grip.view[axis] + (grip[axis] - side / 2) / grip.view.k - (now[axis] - side / 2) / k
  return { k, x: at('x', screen[0]), y: at('y', screen[1]) }
}

map.addEventListener('pointerdown', event => {
  if (event.button || event.target.closest('.float, .place')) return
  flight = null
  hasMoved &&= fingers.size
  fingers.set(event.pointerId, spot(event))
  grip = grasp()
})

// How fast one finger moves, in pixels a millisecond.
let speed = { x: 0, y: 0, time: 0 }

addEventListener('pointermove', event => {
  if (!fingers.has(event.pointerId)) return
  const before = fingers.get(event.pointerId)
  fingers.set(event.pointerId, spot(event))
  const now = grasp()
  const time = Math.max(event.timeStamp - speed.time, 1)
  const share = Math.min(time / 60, 1)
  const mean = axis => speed[axis] * (1 - share) + (fingers.get(event.pointerId)[axis] - before[axis]) / time * share
  speed = { x: mean('x'), y: mean('y'), time: event.timeStamp }
  if (!hasMoved) {
    if (fingers.size < 2 && Math.hypot(now.x - grip.x, now.y - grip.y) < 6) return
    hasMoved = true
    map.setPointerCapture(event.pointerId)
  }
  show(held(grip, now, now.spread / grip.spread))
})

for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) {
  addEventListener(type, event => {
    if (!fingers.delete(event.pointerId)) return
    if (fingers.size) grip = grasp()
    else if (hasMoved && event.timeStamp - speed.time < 50) glide(speed)
    else if (hasMoved) show(view)
  })
}

map.addEventListener('wheel', event => {
  event.preventDefault()
  flight = null
  const at = { ...spot(event), view }
  show(held(at, at, Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .002))))
}, { passive: false })

// A link would be dragged away.
map.addEventListener('dragstart', event => event.preventDefault())

// What moves by itself

let flight

// From one view to another; a point that is in both stays where it is.
const fly = to => {
  const from = view
  to = limited(to)
  const begin = performance.now()
  const move = now => {
    if (flight != move) return
    const time = matchMedia('(prefers-reduced-motion)').matches ? 1 : Math.min((now - begin) / 420, 1)
    const eased = 1 - (1 - time) ** 3
    const k = from.k * (to.k / from.k) ** eased
    const way = Math.abs(to.k / from.k - 1) < .01 ? eased : (1 / from.k - 1 / k) / (1 / from.k - 1 / to.k)
    show({ k, x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way })
    if (time < 1) requestAnimationFrame(move)
  }
  flight = move
  move(begin)
}

// A map that was pushed goes on, slower and slower, as it does on a phone.
const glide = ({ x, y }) => {
  if (matchMedia('(prefers-reduced-motion)').matches) return show(view)
  let last = performance.now()
  const move = now => {
    if (flight != move) return
    const time = now - last
    last = now
    show({ ...view, x: view.x - x * time / view.k, y: view.y - y * time / view.k })
    const slower = Math.exp(-time / 325)
    x *= slower
    y *= slower
    if (Math.hypot(x, y) > .02) requestAnimationFrame(move)
  }
  flight = move
  requestAnimationFrame(move)
}

const centre = () => ({ x: screen[0] / 2, y: screen[1] / 2 })
const zoom = (scale, at = centre()) => fly(held({ ...at, view }, at, scale))
const pan = (x, y) => fly({ ...view, x: view.x + x / view.k, y: view.y + y / view.k })

on('click', '#nearer, #farther', (link, event) => {
  event.preventDefault()
  zoom(link.id == 'nearer' ? 2 : .5)
})

const mapKeys = {
  ArrowLeft: () => pan(-200, 0), ArrowRight: () => pan(200, 0), ArrowUp: () => pan(0, -200), ArrowDown: () => pan(0, 200),
  '+': () => zoom(2), '=': () => zoom(2), '-': () => zoom(.5), 0: () => fly({ x: world[0] / 2, y: world[1] / 2, k: 0 }),
  Escape: () => $('#chosen [data-part=cancel]')?.click(),
}

addEventListener('keydown', event => {
  const act = mapKeys[event.key]
  // Plus is made with shift on some keyboards.
  if (!act || isOff(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || $('.scrim, dialog:modal')) return
  if (event.target.closest('#quick') || event.key != 'Escape' && event.target.closest('.place')) return
  event.preventDefault()
  act()
}, true)

// What is reached by the tab key is brought into sight.
on('focusin', '#lands a:focus-visible, #pins a:focus-visible', link => {
  const [[x, y], [midX, midY]] = [link, map].map(it => middle(it.getBoundingClientRect()))
  if (Math.abs(x - midX) > screen[0] / 2 - 40 || Math.abs(y - midY) > screen[1] / 2 - 90) pan(x - midX, y - midY)
})

// Pages

// Where the map was at each address: whoever comes back finds it there.
const kept = () => JSON.parse(storage?.getItem('map') ?? '{}')
const keep = () => { storage?.setItem('map', JSON.stringify({ ...kept(), [visit.here]: view })) }

// Puts what a page shows in place of what is shown.
const put = page => withFocus(() => {
  draw(page)
  for (const selector of ['.tabs ul', '#over', '#base', '#lands', '#outline', '#pins']) {
    const [mine, theirs] = [$(selector), $(selector, page)]
    if (mine.outerHTML != theirs.outerHTML) mine.replaceWith(theirs)
  }
  $('body > .undo')?.remove()
  document.body.append(...$$('body > .undo', page))
  $('#world').ariaLabel = $('#world', page).ariaLabel
  document.title = page.title
  map.className = $('#atlas', page).className + ' live'
  locate()
  refineLand(view.k)
})

// What is changed elsewhere appears without moving the map.
addEventListener('renewed', ({ detail }) => {
  put(detail)
  rest()
})

let going

/**
 * Shows another page of the map: its card rises, and the map moves there.
 * @type {(href: string | URL, options?: RequestInit & { isNew?: boolean, isKeyboard?: boolean, to?: any }) => Promise<void>}
 */
export const go = async (href, { isNew = true, isKeyboard, to, ...options } = {}) => {
  going = instead(going)
  const { response, page } = await load(href, { signal: going.signal, ...options })
  if (response.status == 204) return
  if (!response.ok || !$('#atlas', page) || $('.scrim', page)) return options.body ? location.reload() : location.assign(response.url)
  keep()
  const [path] = visit.here.split('?')
  if (isNew && response.url != location.href) history.pushState(null, '', response.url)
  visit.here = address()
  const drawing = $('#world', page).getAttribute('viewBox')
  const { className } = $('#plane', page)
  put(page)
  // What a page was made for is told by its own drawing.
  $('#world').setAttribute('viewBox', drawing)
  plane.className = className
  to ??= measured()
  paint()
  // A card for something else in the same country leaves the map where it is.
  if (location.pathname == path && !location.search.includes('view=')) rest()
  else fly(to)
  const card = $('#chosen')
  announce($('#pt')?.textContent)
  if (isKeyboard) (card ?? linkTo(path))?.focus({ preventScroll: true })
}

let tap, tapped

// A press on the land waits a moment: two of them bring the map nearer.
const tapOnce = (event, act) => {
  const at = { ...spot(event), time: event.timeStamp }
  clearTimeout(tap)
  if (tapped && at.time - tapped.time < 320 && Math.hypot(at.x - tapped.x, at.y - tapped.y) < 30) {
    tapped = null
    return zoom(2, at)
  }
  tapped = at
  tap = setTimeout(act, 260)
}

// Where a press is sent to; what is within a finger's width of it counts.
const pressed = ({ x, y }) => {
  const place = [view.x + (x - screen[0] / 2) / view.k, view.y + (y - screen[1] / 2) / view.k, 14 / view.k]
  const url = new URL(location.href)
  url.searchParams.set('press', place.map(number => number.toFixed(1)).join())
  return url
}

map.addEventListener('click', event => {
  if (isModified(event) || event.target.closest('.float, .place form')) return
  const link = event.target.closest('a')
  // Links in drawings have no address that is a text.
  const url = link && new URL(link.getAttribute('href'), location.href)
  if (url && url.pathname != base && !url.pathname.startsWith(base + '/')) return
  event.preventDefault()
  const isKeyboard = !event.detail
  // What was dragged was not pressed.
  if (hasMoved && !isKeyboard) return
  const isLand = !link || link.closest('#lands')
  if (isLand && map.matches('.placing')) return location.assign(pressed(spot(event)))
  // Closing a card leads back to where one was.
  const to = link?.closest('#chosen') ? kept()[base] ?? kept()[url.pathname + url.search] : undefined
  if (isKeyboard || !isLand) return url && quietly(go(url, { isKeyboard, to }))
  tapOnce(event, () => quietly(go(url ?? pressed(spot(event)))))
})

on('click', '[data-part=here]', () => location.assign(pressed(centre())))

on('submit', '#chosen form', (form, event) => {
  event.preventDefault()
  if (form.inert) return
  form.inert = true
  const body = encoded(form)
  quietly(go(event.submitter.formAction, { isKeyboard: true, method: 'POST', body })).then(() => { form.inert = false })
})

addEventListener('popstate', () => {
  if (address() != visit.here) quietly(go(location.href, { isNew: false, to: kept()[address()] }))
})

addEventListener('pagehide', keep)

locate()
new ResizeObserver(() => {
  if (matchMedia('print').matches) return
  screen = [map.clientWidth, map.clientHeight]
  view = limited(view ?? kept()[visit.here] ?? measured())
  map.classList.add('live')
  rest()
}).observe(map)
