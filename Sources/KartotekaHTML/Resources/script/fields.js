// Fields: what is stored of them, what is typed, and what of that the browser keeps, as the form would send it.

import { $, $$, active, own } from './page.js'

/** The forms that say what of them is stored, and the one for a new note. */
export const edited = 'form[data-edits], #note'
/**
 * The forms that a page has.
 * @type {() => any[]}
 */
export const forms = () => $$(edited)
/**
 * The fields of a form that a person fills in. One that is chosen in a sheet is hidden and says what is stored.
 * @type {(form: any) => any[]}
 */
export const fields = form => [...own(form, 'elements')].filter(field => field.name && field.matches('[data-stored], :not([type=hidden], button)'))
/**
 * What a field shows.
 * @type {(field: any) => string}
 */
export const shown = field => field.type == 'checkbox' ? String(field.checked) : field.value

/**
 * Does something that replaces fields: the one in use is in use again, with its caret.
 * @type {(act: () => void) => void}
 */
export const keepFocus = act => {
  const before = active()
  const { id, selectionStart, selectionEnd } = before
  act()
  /** @type {any} */
  const field = before.isConnected ? before : id && document.getElementById(id)
  if (!field || field == active()) return
  field.focus({ preventScroll: true })
  if (selectionStart != null) field.setSelectionRange(selectionStart, selectionEnd)
}

/**
 * What is stored of a field, as the field would show it.
 * @type {(field: any) => string}
 */
export const stored = field => {
  const { stored } = field.dataset
  if (field.type == 'checkbox') return stored ?? String(field.defaultChecked)
  if (field.options) return stored ?? ($('[selected]', field) ?? field.options[0])?.value
  // Browsers write dates and line ends in their own way; a copy does the same with what is stored.
  const copy = field.cloneNode()
  copy.value = stored ?? field.defaultValue
  return copy.value
}

/**
 * Whether what a field shows differs from what is stored. White space at the ends isn't stored.
 * @type {(field: any) => boolean}
 */
export const isTyped = field => shown(field).trim() != stored(field).trim()
/** @type {(form: any) => boolean} */
export const differs = form => fields(form).some(isTyped)
// The server counts code points, too.
const excess = field => field.dataset.longest ? [...field.value.trim()].length - field.dataset.longest : 0
/** @type {(form: any) => boolean} */
export const isComplete = form => fields(form).every(
  field => (!field.required || field.value.trim()) && !(excess(field) > 0) && !field.validity.badInput)

/**
 * What is wrong with what is typed into a field: too many characters, or half a date, which a form would send as none.
 * @type {(field: any) => string}
 */
const faultOf = field => {
  const count = excess(field)
  return count > 0 ? field.dataset.excess.replace('{excess}', String(count))
    : field.validity?.badInput ? field.validationMessage : ''
}

/**
 * Says below a field what is wrong with what is typed, if anything.
 * @type {(field: any) => void}
 */
export const showFault = field => {
  const id = field.id + '-e'
  const known = document.getElementById(id)
  const fault = faultOf(field)
  if (fault) {
    const note = known ?? document.createElement('p')
    note.id = id
    note.className = 'err'
    note.role = 'status'
    note.dataset.excess = ''
    note.textContent = fault
    if (!known) field.closest('.field, td, li')?.append(note)
    field.ariaInvalid = 'true'
    field.setAttribute('aria-describedby', id)
  } else if (known && 'excess' in known.dataset) {
    known.remove()
    field.ariaInvalid = null
    field.removeAttribute('aria-describedby')
  }
}

/** @type {(name: 'localStorage' | 'sessionStorage') => Storage | undefined} */
const area = name => {
  try {
    return window[name]
  } catch (error) {
    return
  }
}

/**
 * The tab's storage. Browsers may refuse it: then nothing is kept, and everything else works.
 * @type {Storage | undefined}
 */
export const storage = area('sessionStorage')

// What is typed outlives the tab. After a week nobody misses it.
const drafts = area('localStorage')
const longest = 7 * 24 * 60 * 60 * 1000

// A draft is of the tab that it was typed in, and its key ends in the tab's name. The tab's storage has the name only between
// two pages, since a copy of a tab has a copy of the storage.
const tab = storage?.getItem('tab') ?? Math.random().toString(36).slice(2)
storage?.removeItem('tab')
addEventListener('pagehide', () => storage?.setItem('tab', tab))
// A page that the browser has kept for the way back.
addEventListener('pageshow', () => storage?.removeItem('tab'))

const readDraft = key => {
  const { at, sent } = JSON.parse(drafts?.getItem(key) ?? '{}')
  return Date.now() - at < longest ? sent : undefined
}
const draftKeys = prefix => Object.keys(drafts ?? {}).filter(key => key.startsWith(prefix))

for (const key of draftKeys('unsaved ')) if (!readDraft(key)) drafts.removeItem(key)

/**
 * What the keys begin with of everything typed for the address that a form is sent to.
 * @type {(form: any) => string}
 */
export const unsavedPrefix = form => `unsaved ${new URL(own(form, 'action')).pathname} `
// What the keys of a form's drafts begin with, and the key of this tab's.
const formPrefix = form => `${unsavedPrefix(form)}${own(form, 'id')} ${own(form, 'elements')._via?.value ?? ''} `
const unsavedKey = form => formPrefix(form) + tab
/**
 * Whether what is typed in a form may be kept.
 * @type {(form?: any) => string | undefined}
 */
export const canRestore = form => form?.dataset.restored

/**
 * Keeps what is typed in a form. What was kept and is not in the form yet stays, but for the fields that were typed into since.
 * @type {(form: any) => void}
 */
export const keepUnsaved = form => {
  if (!canRestore(form)) return
  const { unrestored } = form
  if (!unrestored && !differs(form)) return drafts?.removeItem(unsavedKey(form))
  // Lines have no names of their own.
  if (unrestored && own(form, 'id') == 'lines-form') return
  let sent = [...new FormData(form)].filter(([name, value]) => typeof value == 'string' && name != '_deed')
  if (unrestored) {
    const typed = fields(form).filter(isTyped).map(field => field.name)
    sent = [...unrestored.filter(([name]) => !typed.includes(name)), ...sent.filter(([name]) => typed.includes(name))]
  }
  try {
    drafts?.setItem(unsavedKey(form), JSON.stringify({ at: Date.now(), sent }))
  } catch (error) {
    // The storage is full.
    if (error.name != 'QuotaExceededError') throw error
  }
}

/**
 * What is kept of a form: names and values; undefined for nothing.
 * @type {(form: any) => [string, string][] | undefined}
 */
export const keptOf = form => readDraft(unsavedKey(form))
/**
 * What is kept of a form of an address, whose page no longer has it.
 * @type {(path: string) => [string, string][] | undefined}
 */
export const keptAt = path => {
  const keys = draftKeys(`unsaved ${path} `)
  return readDraft(keys.find(key => key.endsWith(' ' + tab)) ?? keys[0])
}

/**
 * Forgets what is typed in a form.
 * @type {(form: any) => void}
 */
export const forgetForm = form => { if (canRestore(form)) drafts?.removeItem(unsavedKey(form)) }

/**
 * Forgets everything typed in this tab for the address that a form is sent to, also below a question above the form.
 * @type {(prefix: string) => void}
 */
export const forgetUnsaved = prefix => {
  for (const key of draftKeys(prefix)) if (key.endsWith(' ' + tab)) drafts.removeItem(key)
}

// A tab that shows a draft takes a question about it away.
const question = 'whose '
addEventListener('storage', ({ key, newValue }) => {
  if (newValue && forms().some(form => question + unsavedKey(form) == key)) drafts?.removeItem(key)
})

// A tab that the browser has suspended answers nobody. So it has a lock by the name of each draft that it may show, where browsers
// have locks: with HTTPS, and on this machine.
const { locks } = navigator
/** @type {Map<string, AbortController>} */
const claims = new Map()
const letGo = keys => {
  for (const key of keys) {
    claims.get(key)?.abort()
    claims.delete(key)
  }
}
/** Claims the drafts of the forms that are shown, and of no others. @type {() => void} */
export const claim = () => {
  if (!locks) return
  const keys = forms().filter(canRestore).map(unsavedKey)
  letGo([...claims.keys()].filter(key => !keys.includes(key)))
  for (const key of keys) {
    if (claims.has(key)) continue
    const claimed = new AbortController()
    const { signal } = claimed
    claims.set(key, claimed)
    locks.request(key, { signal }, () => new Promise(done => signal.addEventListener('abort', done))).catch(() => 0)
  }
}
addEventListener('pagehide', () => letGo([...claims.keys()]))
const claimedKeys = async () => (await locks?.query().catch(() => undefined))?.held.map(lock => lock.name) ?? []

/**
 * Gives a form the newest draft of those that no tab has, or says within half a second that it has, and says whether there was
 * one.
 * @type {(form: any) => Promise<boolean>}
 */
export const inherit = async form => {
  const keys = draftKeys(formPrefix(form))
  if (!keys.length || form.isAsking) return false
  form.isAsking = true
  for (const key of keys) drafts.setItem(question + key, String(Math.random()))
  const isAsked = key => drafts.getItem(question + key)
  // Several times, so that answers are seen also where the processor has no time.
  for (let turn = 0; turn < 5 && keys.some(isAsked); turn++) await new Promise(done => setTimeout(done, 100))
  const taken = await claimedKeys()
  form.isAsking = false
  const free = keys.filter(key => isAsked(key) && !taken.includes(key) && readDraft(key))
  for (const key of keys) drafts.removeItem(question + key)
  const [, newest] = free.map(key => [JSON.parse(drafts.getItem(key)).at, key]).sort().at(-1) ?? []
  if (!newest || !form.isConnected) return false
  const draft = drafts.getItem(newest)
  drafts.removeItem(newest)
  drafts.setItem(unsavedKey(form), draft)
  return true
}
