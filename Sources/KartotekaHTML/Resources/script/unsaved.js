// What is typed and not saved is kept in the browser for a week, as the form would send it: after a reload, on the way
// back, or when the server was away, it is offered again; in another tab, if the one it was typed in does not answer.
// Forms that can be restored say so (data-restored); passwords are in none.

import { $, draw, load, own, quietly, rows, visit } from './page.js'
import {
  canRestore, claim, differs, fields, forgetForm, forgetUnsaved, forms, inherit, isTyped, keepFocus, keepUnsaved, keptAt, keptOf,
  storage, unsavedPrefix,
} from './fields.js'
import { wake } from './leaving.js'

const cookieValue = name => document.cookie.split('; ').find(pair => pair.startsWith(name + '='))?.slice(name.length + 1)

const setCookie = (name, value, age = 3600) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`
}

// The form as the server shows it with what was kept; of a table, whose fields are in rows, the fields themselves.
const refill = async (form, sent) => {
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
  keepUnsaved(theirs)
  theirs.dispatchEvent(new Event('restored', { bubbles: true }))
  return theirs
}

const restoreUnsaved = async form => {
  if (!keptOf(form) && !await inherit(form)) return
  form.unrestored = keptOf(form)
  const restored = await refill(form, form.unrestored)
  if (!restored) {
    // It was refused. Lines that are typed are kept instead of those that can't be shown.
    if (own(form, 'id') == 'lines-form') delete form.unrestored
    if (differs(form)) keepUnsaved(form)
    return
  }
  delete restored.unrestored
  wake(restored)
  if (!differs(restored)) return forgetForm(restored)
  const bar = document.createElement('p')
  bar.className = 'restored'
  bar.role = 'status'
  const discard = document.createElement('button')
  discard.type = 'button'
  discard.className = 'btn small'
  discard.textContent = $('#leave [value=discard]').textContent
  discard.onclick = () => {
    forgetForm(restored)
    visit.isLeaving = true
    location.reload()
  }
  bar.append(restored.dataset.restored, discard)
  const above = $('header, .bar', restored)
  if (own(restored, 'id') == 'add') rows.prepend(bar)
  else if (above) above.after(bar)
  else own(restored, 'prepend')(bar)
}

// What the server answered to a form is newer than what was kept of it; what was kept is put into any
// other form that nobody has typed into.
const isAnswered = form => 'answer' in document.body.dataset && new URL(own(form, 'action')).pathname == location.pathname

/**
 * Looks at forms that came.
 * @type {() => void}
 */
export const meetForms = () => {
  claim()
  for (const form of forms().filter(canRestore)) {
    if (form.unrestored) continue
    if (differs(form) || isAnswered(form)) keepUnsaved(form)
    else quietly(restoreUnsaved(form))
  }
}

for (const type of ['input', 'change']) addEventListener(type, ({ target }) => keepUnsaved(target.form))

// What could not be restored while the server was away.
addEventListener('back', () => {
  for (const form of forms()) if (form.unrestored && !form.isRestoring) quietly(restoreUnsaved(form))
})

// The server confirms in a cookie which form it has saved: the page that follows doesn't tell, since a failed request
// may lead to it, too.
let sent

addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || own(target, 'method') != 'post') return
  keepUnsaved(target)
  const id = Math.random().toString(36).slice(2)
  storage?.setItem('sent', JSON.stringify([id, unsavedPrefix(target)]))
  setCookie('form-sent', id)
  sent = { id, form: target }
})

// The browser's way back leads to the page as it was left. A form that was saved since does not come back as unsaved: a card
// shows what is stored, and the page of a form that made something gives way to the one that it was opened from.
const savedIDs = () => (storage?.getItem('saved') ?? '').split(' ')

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) claim()
  if (!persisted || !sent) return
  const { id, form } = sent
  sent = undefined
  if (!savedIDs().includes(id) && cookieValue('form-saved') != id) return
  // The page that came then may have been left before its scripts ran.
  forgetUnsaved(unsavedPrefix(form))
  const around = own(form, 'closest')
  const back = around('article.record') ? undefined : $('[data-part=cancel], .act[href]', around('.sheet') ?? form)
  if (!back) return dispatchEvent(new Event('saved-before'))
  visit.isLeaving = true
  location.replace(back.href)
})

/** Forgets what was typed into the form sent last, if it was saved. @type {() => void} */
export const confirmSent = () => {
  sent = undefined
  const sentBefore = storage?.getItem('sent')
  if (!sentBefore) return
  const [id, prefix] = JSON.parse(sentBefore)
  storage.removeItem('sent')
  if (cookieValue('form-saved') == id) {
    forgetUnsaved(prefix)
    storage.setItem('saved', [id, ...savedIDs()].slice(0, 50).join(' '))
  }
  for (const name of ['form-sent', 'form-saved']) setCookie(name, '', 0)
}

confirmSent()
meetForms()

// The page of a card that was deleted meanwhile has no form for what was typed into it. The server answers that with a
// form for a new card.
const offer = $('#draft')
const orphan = offer && keptAt(location.pathname)
if (orphan) {
  offer.hidden = false
  $('button', offer).onclick = () => {
    const form = document.createElement('form')
    form.method = 'post'
    form.hidden = true
    for (const [name, value] of orphan) {
      const field = document.createElement('textarea')
      Object.assign(field, { name, value })
      own(form, 'append')(field)
    }
    document.body.append(form)
    own(form, 'submit')()
  }
}
