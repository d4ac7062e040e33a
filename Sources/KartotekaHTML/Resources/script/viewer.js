// One picture, large: fingers and keys lead to those beside it, keys and the button back to the page it belongs to. The
// pages beside it are loaded beforehand, so that the next picture is there at once.

import { $, active, address, announce, draw, isModified, isTyping, on, press, read, visit } from './page.js'

const beside = new Map()

const fetched = (href, way) => {
  if (!beside.has(href)) {
    beside.set(href, read(href).then(({ response, page }) => {
      if (!response.ok) throw 'refused'
      // Most people go on: the browser has the next picture by the time it is shown.
      if (way == 'next') new Image().src = $('.large > img', page).src
      return page
    }).catch(() => { beside.delete(href) }))
  }
  return beside.get(href)
}

const linkBeside = way => $(`.large [rel=${way}]`)

const prepare = () => {
  for (const way of ['prev', 'next']) if (linkBeside(way)) fetched(linkBeside(way).href, way)
}

const isStill = () => matchMedia('(prefers-reduced-motion)').matches

const slide = async (picture, from, to) => {
  if (!isStill()) await picture.animate({ translate: [from, to] }, { duration: 180, easing: 'ease-out' }).finished
}

let turning

// Shows the picture before or after this one.
const turn = async (way, at = 0) => {
  const link = linkBeside(way)
  if (!link || turning) return
  turning = true
  try {
    const page = await fetched(link.href)
    if (!page) return location.assign(link.href)
    const side = way == 'next' ? -1 : 1
    const [mine, theirs] = [$('.large'), $('.large', page)]
    const hadFocus = mine.contains(active())
    await slide($('img', mine), at + 'px', side * 100 + '%')
    draw(page)
    const shown = document.adoptNode(theirs.cloneNode(true))
    mine.replaceWith(shown)
    // Back leads to the page that the pictures belong to.
    history.replaceState(null, '', link.href)
    visit.here = address()
    document.title = page.title
    announce($('#rt').textContent)
    if (hadFocus) (linkBeside(way) ?? $('.large .back'))?.focus({ preventScroll: true })
    prepare()
    await slide($('img', shown), side * -100 + '%', '0%')
  } finally {
    turning = false
  }
}

on('click', '.large [rel=prev], .large [rel=next]', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  turn(link.rel)
})

addEventListener('keydown', event => {
  const { key, target } = event
  if (isModified(event) || isTyping(target) || $('dialog:modal')) return
  const way = { ArrowLeft: 'prev', ArrowRight: 'next' }[key]
  if (way && linkBeside(way)) {
    event.preventDefault()
    return turn(way)
  }
  const pressed = { Escape: '.back', Delete: '.bar button' }[key]
  if (pressed && press($('.large ' + pressed))) event.preventDefault()
})

// One finger moves the picture aside; two zoom, which is the browser's.
let swipe

on('touchstart', '.large > img', (picture, { touches: [{ clientX, clientY }, second], timeStamp }) => {
  swipe = !second && visualViewport.scale < 1.05 && { picture, x: clientX, y: clientY, way: 0, time: timeStamp }
}, { passive: true })

addEventListener('touchmove', ({ touches: [{ clientX, clientY }, second] }) => {
  if (!swipe) return
  if (second) swipe.way = 0
  else {
    swipe.way = clientX - swipe.x
    // A picture that has none beside it gives way a little.
    if (!linkBeside(swipe.way < 0 ? 'next' : 'prev')) swipe.way /= 4
    swipe.isAcross ||= Math.abs(swipe.way) > Math.abs(clientY - swipe.y)
  }
  swipe.picture.style.translate = swipe.isAcross ? swipe.way + 'px' : ''
}, { passive: true })

for (const type of ['touchend', 'touchcancel']) {
  addEventListener(type, ({ timeStamp }) => {
    if (!swipe) return
    const { picture, way, time, isAcross } = swipe
    swipe = null
    const isMeant = Math.abs(way) > innerWidth / 4 || Math.abs(way) / (timeStamp - time) > .4
    const to = way < 0 ? 'next' : 'prev'
    if (isAcross && isMeant && type == 'touchend' && linkBeside(to)) return turn(to, way)
    picture.style.translate = ''
    if (isAcross) slide(picture, way + 'px', '0px')
  })
}

prepare()
// What is changed elsewhere is loaded anew.
addEventListener('renewed', () => {
  beside.clear()
  prepare()
})
