// The picture of a chart as a PNG file, which the browser draws from the SVG file. Programs for slides and letters know it.

import { isModified, on, press } from './page.js'

// Twice the size of the drawing, so that it is sharp on paper.
const scale = 2

const save = async address => {
  const drawing = Object.assign(new Image(), { src: address })
  await drawing.decode()
  const [width, height] = [drawing.naturalWidth, drawing.naturalHeight].map(side => side * scale)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d').drawImage(drawing, 0, 0, width, height)
  const file = URL.createObjectURL(await new Promise(done => canvas.toBlob(done, 'image/png')))
  // Named as the list is: /northwind/orders/chart.svg
  const name = new URL(address).pathname.split('/').at(-2)
  press(Object.assign(document.createElement('a'), { href: file, download: name + '.png' }))
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}

on('click', 'a.png', (link, event) => {
  if (isModified(event)) return
  event.preventDefault()
  // Without a connection, or where the browser can't draw it, the SVG file is what there is.
  save(link.href).catch(() => { location.href = link.href })
})
