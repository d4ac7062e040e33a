// A text of one line that is shown in several: Return saves, as in other fields, and pasted line ends become spaces.

import { $$, on, own } from './page.js'

const wraps = 'textarea[rows="1"]'

// Fields grow with their texts also where styles can't say so.
const grow = area => {
  area.style.height = 'auto'
  if (area.scrollHeight) area.style.height = area.scrollHeight + 'px'
}
const growAll = () => $$('.field textarea').forEach(grow)

if (!CSS.supports('field-sizing', 'content')) {
  growAll()
  on('input', '.field textarea', grow)
  // Cards and sheets are put in place without a new page, and what is typed comes back.
  let due
  new MutationObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(growAll)
  }).observe(document.body, { childList: true, subtree: true })
  addEventListener('resize', growAll)
}

on('keydown', wraps, (area, event) => {
  if (event.key != 'Enter' || event.isComposing) return
  event.preventDefault()
  const save = [...own(area.form, 'elements')].find(element => element.matches('.main'))
  if (save && !save.disabled) area.form.requestSubmit(save)
})

// Written as if it was typed, so that it can be taken back like that.
on('paste', wraps, (area, event) => {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (!/[\r\n]/.test(text)) return
  if (document.execCommand('insertText', false, text.replace(/[\r\n]+/g, ' '))) event.preventDefault()
})

on('input', wraps, area => {
  if (/[\r\n]/.test(area.value)) area.value = area.value.replace(/[\r\n]+/g, ' ')
}, true)
