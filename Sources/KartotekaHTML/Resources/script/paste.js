// Rows that are pasted into a list, outside of its fields, are looked at as a file to import. Nothing is written by that.

import { $, isTyping, visit } from './page.js'

addEventListener('paste', event => {
  const several = $('a[href*="/several"]')
  const text = event.clipboardData.getData('text/plain')
  if (!several || isTyping(event.target) || !/[\t\n]/.test(text.trim())) return
  event.preventDefault()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = new URL(several.href).pathname.replace(/several$/, 'paste')
  const field = document.createElement('textarea')
  field.name = 'rows'
  field.value = text
  form.hidden = true
  form.append(field)
  document.body.append(form)
  visit.isLeaving = true
  form.submit()
})
