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
 * Names what describes a field: its explanation, and a fault if there is one.
 * @type {(field: any, fault?: string) => void}
 */
export const describe = (field, fault = '') => {
  const hints = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(id => id != field.id + '-e')
  const all = [...hints, fault].filter(Boolean).join(' ')
  if (all) field.setAttribute('aria-describedby', all)
  else field.removeAttribute('aria-describedby')
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
    describe(field, id)
  } else if (known && 'excess' in known.dataset) {
    known.remove()
    field.ariaInvalid = null
    describe(field)
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
/** Where drafts are kept, unless the browser refuses it. */
export const draftStorage = drafts
const longest = 7 * 24 * 60 * 60 * 1000

// A draft is of the tab that it was typed in, and its key ends in the tab's name. The tab's storage has the name only between
// two pages, since a copy of a tab has a copy of the storage.
const tab = storage?.getItem('tab') ?? Math.random().toString(36).slice(2)
storage?.removeItem('tab')
addEventListener('pagehide', () => storage?.setItem('tab', tab))
// A page that the browser has kept for the way back.
addEventListener('pageshow', () => storage?.removeItem('tab'))

// The page of one person may stay open while another one signs in: each has drafts of their own.
const { drafts: owner } = document.body.dataset

/**
 * A draft of this browser: when it was typed, which grows with each content, whose it is, what the form would send, and what the
 * server has of it for the other devices of a person (drafts.js): its name there, the version, and when that was typed.
 * @typedef {{ at: number, of?: string, sent: [string, string][], shared?: { name: string, version: number, at: number } }} Draft
 */
/** @type {(key: string) => Draft} */
const read = key => JSON.parse(drafts?.getItem(key) ?? '{}')
const isFresh = draft => Date.now() - draft.at < longest
/**
 * Whether something in the browser's storage is of the person whose page this is.
 * @type {(it: { of?: string }) => boolean}
 */
export const isOwn = ({ of }) => !of || !owner || of == owner
/** @type {(key: string) => Draft | undefined} */
export const draftAt = key => {
  const draft = read(key)
  return isFresh(draft) && isOwn(draft) ? draft : undefined
}
const readDraft = key => draftAt(key)?.sent
/**
 * Keeps a draft, if there is space.
 * @type {(key: string, draft: Draft) => void}
 */
export const putDraft = (key, draft) => put(key, JSON.stringify({ ...draft, of: owner ?? draft.of }))
/**
 * Puts a text into the browser's storage, if there is space.
 * @type {(key: string, text: string) => void}
 */
export const put = (key, text) => {
  try {
    drafts?.setItem(key, text)
  } catch (error) {
    // The storage is full.
    if (error.name != 'QuotaExceededError') throw error
  }
}
/** @type {(prefix: string) => string[]} */
export const draftKeys = prefix => Object.keys(drafts ?? {}).filter(key => key.startsWith(prefix))
/**
 * The keys of this tab's drafts.
 * @type {(prefix?: string) => string[]}
 */
export const tabKeys = (prefix = 'unsaved ') => draftKeys(prefix).filter(key => key.endsWith(' ' + tab))
const tellTyped = detail => dispatchEvent(new CustomEvent('typed', { detail }))
// One that was saved or discarded ends on the other devices, too.
const endDraft = key => {
  const draft = draftAt(key)
  if (!draft) return
  drafts?.removeItem(key)
  if (!draft.shared) return
  putEnd(draft.shared.name, formOf(key), draft.shared.version)
  tellTyped('ended')
}
/** What the keys begin with of drafts whose end the server does not know yet. */
export const endedPrefix = 'ended '
/**
 * Notes the end of a draft for the server.
 * @type {(name: string, form: string, version: number) => void}
 */
export const putEnd = (name, form, version) => put(endedPrefix + name, JSON.stringify({ form, version, of: owner }))
/**
 * What a key says of the form, without the tab.
 * @type {(key: string) => string}
 */
export const formOf = key => key.slice('unsaved '.length, key.lastIndexOf(' '))

for (const key of draftKeys('unsaved ')) if (!isFresh(read(key))) drafts.removeItem(key)

let isTouched = false
for (const type of ['input', 'change']) addEventListener(type, () => { isTouched = true }, true)
/**
 * Whether somebody has typed or chosen something on this page, which may be kept nowhere, as a file.
 * @type {() => boolean}
 */
export const wasTouched = () => isTouched

/**
 * What the keys begin with of everything typed for the address that a form is sent to.
 * @type {(form: any) => string}
 */
export const unsavedPrefix = form => `unsaved ${new URL(own(form, 'action')).pathname} `
// What the keys of a form's drafts begin with, and the key of this tab's.
const formPrefix = form => `${unsavedPrefix(form)}${own(form, 'id')} ${own(form, 'elements')._via?.value ?? ''} `
/**
 * The key of what is typed in a form of this tab.
 * @type {(form: any) => string}
 */
export const unsavedKey = form => formPrefix(form) + tab
/**
 * Whether what is typed in a form may be kept.
 * @type {(form?: any) => string | undefined}
 */
export const canRestore = form => form?.dataset.restored

// The keys of forms whose drafts are being replaced.
const held = new Set()
/**
 * While a form is held, it takes nothing more, and its draft stays as it is.
 * @type {(form: any, isHeld: boolean) => void}
 */
export const hold = (form, isHeld) => {
  const key = unsavedKey(form)
  if (isHeld) held.add(key)
  else held.delete(key)
  // Fields of a table's form are in its rows.
  for (const element of [form, ...own(form, 'elements')]) element.inert = isHeld
  form.ariaBusy = isHeld ? 'true' : null
}

const keep = (form, isRestored) => {
  if (!canRestore(form) || held.has(unsavedKey(form))) return
  const { unrestored } = form
  const key = unsavedKey(form)
  if (!unrestored && !differs(form)) return endDraft(key)
  // Lines have no names of their own.
  if (unrestored && own(form, 'id') == 'lines-form') return
  let sent = /** @type {[string, string][]} */ (
    [...new FormData(form)].filter(([name, value]) => typeof value == 'string' && name != '_deed'))
  if (unrestored) {
    const typed = fields(form).filter(isTyped).map(field => field.name)
    sent = [...unrestored.filter(([name]) => !typed.includes(name)), ...sent.filter(([name]) => typed.includes(name))]
  }
  const known = draftAt(key)
  const isSame = known && (isRestored || JSON.stringify(known.sent) == JSON.stringify(sent))
  // Also where the clock was set back: the server takes what was typed last.
  putDraft(key, { ...known, at: isSame ? known.at : Math.max(Date.now(), (known?.at ?? 0) + 1), sent })
  if (!isSame) tellTyped('kept')
}

/**
 * Keeps what is typed in a form. What was kept and is not in the form yet stays, but for the fields that were typed into since.
 * @type {(form: any) => void}
 */
export const keepUnsaved = form => keep(form, false)
/**
 * The same for a form with what was kept, into which nothing was typed since.
 * @type {(form: any) => void}
 */
export const keepRestored = form => keep(form, true)

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
export const forgetForm = form => { if (canRestore(form)) endDraft(unsavedKey(form)) }

/**
 * Forgets everything typed in this tab for the address that a form is sent to, also below a question above the form.
 * @type {(prefix: string) => void}
 */
export const forgetUnsaved = prefix => {
  tabKeys(prefix).forEach(endDraft)
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
  const shownForms = forms().filter(canRestore)
  // One that has taken the place of a held one is held, too.
  for (const form of shownForms) if (held.has(unsavedKey(form))) hold(form, true)
  if (!locks) return
  const keys = shownForms.map(unsavedKey)
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
  for (const key of keys) put(question + key, String(Math.random()))
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
  put(unsavedKey(form), draft)
  return true
}
