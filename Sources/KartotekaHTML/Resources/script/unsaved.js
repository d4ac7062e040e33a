// What is typed and not saved is kept in the browser for a week, as the form would send it: after a reload, on the way
// back, or when the server was away, it is offered again; in another tab, if the one it was typed in does not answer.
// Forms that can be restored say so (data-restored); passwords are in none.

import { $, own, quietly, visit } from './page.js'
import {
  canRestore, claim, differs, draftKeys, draftStorage, endedPrefix, forgetForm, forgetUnsaved, forms, inherit, keepUnsaved,
  keptAt, keptOf, storage, tabKeys, unsavedPrefix,
} from './fields.js'
import { wake } from './leaving.js'
import { refill, showBar } from './restoring.js'

const cookieValue = name => document.cookie.split('; ').find(pair => pair.startsWith(name + '='))?.slice(name.length + 1)

const setCookie = (name, value, age = 3600) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`
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
  showBar(restored, restored.dataset.restored, [[$('#leave [value=discard]').textContent, () => {
    forgetForm(restored)
    visit.isLeaving = true
    location.reload()
  }]])
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
  shareDrafts()
}

const loadDrafts = () => import('./drafts.js')
// Who is signed in has drafts on all devices. Without a connection the browser may not have that module.
const shareDrafts = () => {
  if (!draftStorage || !document.body.dataset.drafts) return
  // What could not be sent from the page before is sent from this one.
  if (forms().some(canRestore) || tabKeys().length || draftKeys(endedPrefix).length) loadDrafts().catch(() => {})
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
