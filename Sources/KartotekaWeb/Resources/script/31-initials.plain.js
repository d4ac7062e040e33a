// The strip of initials: pressed, or with a finger sliding along it. It shows as many letters as fit.

const strip = $('.index')
if (strip) new ResizeObserver(() => {
  const step = Math.ceil(strip.children.length * 24 / strip.clientHeight)
  $$('a', strip).forEach((link, place) => { link.hidden = place % step })
}).observe(strip)

let letter

const jump = async link => {
  if (!link || link == letter) return
  letter = link
  const title = $$('.letter', rows).find(title => title.textContent == link.textContent)
  if (!title) await replaceRows(link.href)
  const list = title ? title.nextElementSibling : $('ul', rows)
  list?.scrollIntoView()
}

on('pointerdown', '.index', () => { letter = undefined })
on('pointermove', '.index', (element, event) => {
  const { x, width } = strip.getBoundingClientRect()
  if (event.buttons) quietly(jump(document.elementFromPoint(x + width / 2, event.clientY)?.closest('.index a')))
})
on('click', '.index a', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  quietly(jump(link))
})
