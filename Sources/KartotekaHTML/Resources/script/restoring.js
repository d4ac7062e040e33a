// A form gets back what was typed into it and not saved, and a bar that says so.

import { $, draw, load, own, rows } from './page.js'
import { fields, isTyped, keepFocus, keepRestored, keepUnsaved } from './fields.js'

/**
 * The form as the server shows it with what was kept; of a table, whose fields are in rows, the fields themselves.
 * @type {(form: any, sent: [string, string][]) => Promise<any>}
 */
export const refill = async (form, sent) => {
  if (own(form, 'id') == 'add') {
    const typed = fields(form).filter(isTyped)
    for (const field of fields(form)) {
      if (typed.includes(field)) continue
      const values = sent.filter(([name]) => name == field.name).map(([, value]) => value)
      if (field.matches('[type=checkbox], [type=radio]')) field.checked = values.includes(field.value)
      else if (values.length && !field.matches('button, [type=file]')) [field.value] = values
    }
    return form
  }
  const body = new URLSearchParams(sent)
  body.set('_deed', 'edit')
  form.ariaBusy = form.isRestoring = 'true'
  const { response, page } = await load(own(form, 'action'), { method: 'POST', body }).finally(() => {
    form.ariaBusy = form.isRestoring = null
  })
  const theirs = page.getElementById(own(form, 'id'))
  if (!response.ok || !theirs) return
  // What has been typed meanwhile stays.
  const typed = fields(form).filter(isTyped)
  draw(page)
  keepFocus(() => {
    // Lines have no names of their own.
    form.joinLines?.(page)
    for (const mine of typed) {
      // Lines have been joined, or were taken out.
      if (form.joinLines && mine.closest('.line')) continue
      const field = fields(theirs).find(it => it.name == mine.name && it.type == mine.type)
      if (!field) continue
      // No script can set a chosen file: its field goes along, with the picture that it shows.
      if (mine.type == 'file') (field.closest('.file') ?? field).replaceWith(mine.closest('.file') ?? mine)
      else if (mine.type == 'checkbox') field.checked = mine.checked
      else field.value = mine.value
    }
    form.replaceWith(theirs)
  })
  if (typed.length) keepUnsaved(theirs)
  else keepRestored(theirs)
  theirs.dispatchEvent(new Event('restored', { bubbles: true }))
  return theirs
}

/**
 * Shows a bar with buttons above the fields of a form, or above the rows of its table.
 * @type {(form: any, text: string, buttons: [string, () => unknown][]) => HTMLElement}
 */
export const showBar = (form, text, buttons) => {
  const bar = document.createElement('p')
  bar.className = 'restored'
  bar.role = 'status'
  const words = document.createElement('span')
  words.textContent = text
  bar.append(words)
  for (const [words, act] of buttons) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn small'
    button.textContent = words
    button.onclick = act
    bar.append(button)
  }
  const above = $('header, .bar', form)
  if (own(form, 'id') == 'add') rows.prepend(bar)
  else if (above) above.after(bar)
  else own(form, 'prepend')(bar)
  return bar
}
