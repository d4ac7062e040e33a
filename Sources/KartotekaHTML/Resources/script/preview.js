// A PDF file in its page, by the browser's own viewer. It is loaded while its part is open, and nowhere without a viewer.

import { $, $$, on } from './page.js'

const offer = () => {
  if (navigator.pdfViewerEnabled) $$('.preview[hidden]').forEach(part => { part.hidden = false })
}

on('toggle', '.preview', part => {
  $('iframe', part)?.remove()
  if (!part.open) return
  const frame = document.createElement('iframe')
  frame.title = part.title
  frame.src = part.dataset.frame
  part.append(frame)
}, true)

for (const type of ['record-shown', 'renewed']) addEventListener(type, offer)
offer()
