// What somebody has typed and not saved is offered on their other devices, too. The browser's own copy comes first and needs no
// connection; the server gets it when nothing is typed for a moment, and when the page is left. Each draft has a name, which goes
// along when another device goes on with it, and a version: what two devices typed at the same time become two drafts.

import { atLast, bringsFile, own, quietly, trouble, visit } from './page.js'
import {
  canRestore, draftAt, draftKeys, draftStorage, endedPrefix, fields, formOf, forms, hold, isOwn, keepUnsaved, put, putDraft,
  putEnd, tabKeys, unsavedKey, wasTouched,
} from './fields.js'
import { showBar } from './restoring.js'

// The address has the person whose page this is: the server takes nothing of it from a session of somebody else.
const { drafts: address } = document.body.dataset
// Without one this module is not loaded.
const storage = /** @type {Storage} */ (draftStorage)
// In milliseconds: how long nothing is typed before it is sent, how long it waits at most while somebody goes on, and for how long
// the list of drafts is new; and how long an answer may take.
const [pause, most, fresh, patience] = [2000, 10_000, 3000, 20_000]
const random = () => Math.random().toString(36).slice(2)

// A draft is in one browser until another one goes on with it. Who signs out is another browser afterwards.
const browserKey = 'browser'
const browser = storage.getItem(browserKey) ?? random()
put(browserKey, browser)

// As parts of a form, since an encoded one would have three times as many bytes.
const bodyOf = values => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ browser, ...values })) body.append(name, value)
  return body
}

/**
 * @type {(path: string, values?: Record<string, string>, options?: RequestInit)
 *   => Promise<{ status?: number, answer?: any, fault?: string }>}
 */
const ask = async (path, values, options) => {
  const request = values ? { method: 'POST', body: bodyOf(values) } : {}
  const signal = /** @type {any} */ (AbortSignal).timeout(patience)
  try {
    const response = await fetch(address + path, { headers: { accept: 'application/json' }, signal, ...request, ...options })
    const isJSON = response.headers.get('content-type')?.startsWith('application/json')
    const answer = isJSON ? await response.json() : undefined
    return { status: response.status, answer: response.ok ? answer : undefined, fault: answer?.fault }
  } catch {
    // Browsers send 64 KB at most beyond the end of a page, of all requests together.
    if (options?.keepalive) return ask(path, values)
    // No connection. What is typed stays in the browser.
    return {}
  }
}

// Sending

/** @type {(draft: { at: number, shared?: { at: number } }) => boolean} */
const isShared = draft => draft.at == draft.shared?.at

// What is too long says so above the fields until it is shorter.
/** @type {Map<string, HTMLElement>} */
const faults = new Map()
/** @type {(key: string, fault?: string) => void} */
const tell = (key, fault) => {
  const known = faults.get(key)
  if (fault && known?.isConnected) return
  known?.remove()
  faults.delete(key)
  const form = fault && forms().find(form => canRestore(form) && unsavedKey(form) == key)
  if (form) faults.set(key, showBar(form, fault, []))
}

// Says whether the server has what is typed. It gets the time at which that was typed: of two requests that overtake each other
// the later content stays.
/** @type {(key: string, options?: RequestInit) => Promise<boolean>} */
const send = async (key, options) => {
  const draft = draftAt(key)
  if (!draft || isShared(draft)) return true
  const { at, sent, shared = { name: random(), version: 0, at: 0 } } = draft
  if (!draft.shared) putDraft(key, { ...draft, shared })
  const { name, version } = shared
  // The storage is full: under another name each time, one text would become many drafts.
  if (draftAt(key)?.shared?.name != name) return false
  const { status, answer, fault } = await ask('/' + name, {
    form: formOf(key), version: String(version), typed: String(at), content: JSON.stringify(sent),
  }, options)
  const now = draftAt(key)
  // It was saved, discarded or taken over meanwhile.
  if (now?.shared?.name != name) return Boolean(answer)
  if (status == 409) {
    putDraft(key, { ...now, shared: undefined })
    return send(key, options)
  }
  tell(key, status == 413 ? fault : undefined)
  if (!answer) return false
  const { shared: known } = now
  putDraft(key, {
    ...now, shared: { name, version: Math.max(answer.version, known.version), at: Math.max(at, known.at) },
  })
  return true
}

/** @type {(key: string, options?: RequestInit) => Promise<void>} */
const sendEnd = async (key, options) => {
  const end = JSON.parse(storage.getItem(key) ?? 'null')
  if (!end || !isOwn(end)) return
  const name = key.slice(endedPrefix.length)
  const { status } = await ask('/' + name, { form: end.form, version: String(end.version) }, options)
  // Without an answer about the draft itself the end is told again.
  if (![200, 409, 422].includes(status ?? 0)) return
  // If another device has typed on, the next list has it.
  known = known.filter(row => row.name != name)
  storage.removeItem(key)
}

const sendAll = async () => {
  clearTimeout(timer)
  since = undefined
  for (const key of draftKeys(endedPrefix)) await sendEnd(key)
  for (const key of tabKeys()) await send(key)
}

/** @type {Promise<any>} */
let work = Promise.resolve()
/**
 * One after the other, so that each knows the version before.
 * @type {<Value>(act: () => Promise<Value>) => Promise<Value>}
 */
const inTurn = act => {
  const done = work.then(act)
  work = done.catch(() => {})
  return done
}

let timer, since
// Whether a form is on its way: what it has is saved soon, or sent when it was refused.
let isSending = false
/** @type {(event?: any) => void} */
const soon = event => {
  clearTimeout(timer)
  if (isSending) return
  since ??= Date.now()
  // The end of a draft waits for nothing: another device may be about to go on with it.
  const wait = event?.detail == 'ended' ? 0 : Math.min(pause, since + most - Date.now())
  timer = setTimeout(() => quietly(inTurn(sendAll)), Math.max(0, wait))
}

addEventListener('typed', soon)
addEventListener('back', soon)
addEventListener('submit', event => {
  const { target, submitter } = /** @type {any} */ (event)
  if (own(target, 'method') != 'post' || bringsFile(submitter)) return
  atLast(event, () => {
    isSending = true
    clearTimeout(timer)
  })
}, true)
addEventListener('stayed', () => {
  isSending = false
  soon()
})

// A phone that is put away may never show the page again.
addEventListener('visibilitychange', () => {
  if (document.visibilityState == 'visible') return quietly(look())
  if (isSending) return
  clearTimeout(timer)
  since = undefined
  const options = { keepalive: true }
  // Whatever is on its way may not be answered any more: nothing waits for it.
  for (const key of draftKeys(endedPrefix)) quietly(sendEnd(key, options))
  for (const key of tabKeys()) quietly(send(key, options))
})

// Offering

/** @type {{ name: string, form: string, version: number, browser: string, ended: boolean, words: string }[]} */
let known = []
let words = { continue: '', discard: '', show: '', elsewhere: '' }
let looked = 0
/** @type {Promise<void> | undefined} */
let looking

const askForList = async () => {
  const { answer } = await ask('')
  if (!answer) return
  known = answer.drafts
  words = answer
  looked = Date.now()
}
const look = async () => {
  if (Date.now() - looked > fresh) await (looking ??= askForList().finally(() => { looking = undefined }))
  meet()
}

const reload = () => {
  visit.isLeaving = true
  location.reload()
}

// The drafts that this browser has, or has ended.
const ownNames = () => [
  ...draftKeys('unsaved ').map(key => draftAt(key)?.shared?.name),
  ...draftKeys(endedPrefix).map(key => key.slice(endedPrefix.length)),
]

// Another device has gone on with a draft, or has ended it. What was typed here since becomes a draft of its own; otherwise the
// form is as it is stored. A list that was asked for before this browser's last version says nothing.
const isOutdated = key => {
  const draft = draftAt(key)
  const row = known.find(({ name }) => name == draft?.shared?.name)
  if (!draft || !row || row.browser == browser || !row.ended && row.version <= (draft.shared?.version ?? 0)) return false
  if (isShared(draft)) return true
  putDraft(key, { ...draft, shared: undefined })
  soon()
  return false
}

// Puts a draft of another device in the place of this tab's, and says whether it has. What is typed here stays, too: as a draft
// that is offered next.
/** @type {(key: string, row: { name: string }) => Promise<boolean>} */
const replace = async (key, { name }) => {
  if (!await send(key)) {
    if (!faults.has(key)) trouble(true)
    return false
  }
  const { status, answer } = await ask('/' + name)
  if (!answer) {
    if (status) await again()
    else trouble(true)
    return false
  }
  const at = Date.now()
  putDraft(key, { at, sent: JSON.parse(answer.content), shared: { name, version: answer.version, at } })
  return draftAt(key)?.shared?.name == name
}

// Nothing can be typed into the form from the press until the new page comes: it would be kept as the draft that has just come.
const take = async (form, row) => {
  keepUnsaved(form)
  hold(form, true)
  const isReplaced = await inTurn(() => replace(unsavedKey(form), row)).catch(() => false)
  if (isReplaced) reload()
  else hold(form, false)
}

// The form as it is stored, or as the other device has it. What was typed since is a draft of its own.
const giveWay = form => {
  const draft = draftAt(unsavedKey(form))
  if (draft && isShared(draft)) storage.removeItem(unsavedKey(form))
  reload()
}

const discard = async ({ name, form, version }) => {
  putEnd(name, form, version)
  meet()
  await inTurn(sendAll)
  await again()
}

const again = () => {
  looked = 0
  return look()
}

/** @type {WeakMap<any, { name: string, bar: HTMLElement }>} */
const offers = new WeakMap()
/** @type {(form: any, name?: string, text?: string, buttons?: [string, () => unknown][]) => void} */
const show = (form, name, text = '', buttons = []) => {
  const shown = offers.get(form)
  if (shown?.bar.isConnected && shown.name == name) return
  shown?.bar.remove()
  offers.delete(form)
  if (name) offers.set(form, { name, bar: showBar(form, text, buttons) })
}

// A file that is chosen would be lost with the page.
const hasFile = () => forms().some(form => fields(form).some(field => field.files?.length))
const offer = form => {
  const names = ownNames()
  const row = hasFile() ? undefined
    : known.find(({ name, form: at, ended }) => !ended && at == formOf(unsavedKey(form)) && !names.includes(name))
  if (!row) return show(form)
  show(form, row.name, row.words, [
    [words.continue, () => quietly(take(form, row))], [words.discard, () => quietly(discard(row))],
  ])
}
addEventListener('change', ({ target }) => { if (/** @type {any} */ (target)?.files) meet() })

// The page of an answer to a form shows what was sent, and can't be loaded again.
const meet = () => {
  if ('answer' in document.body.dataset) return
  for (const form of forms().filter(canRestore)) {
    if (form.unrestored || form.isAsking || form.isRestoring) continue
    if (!isOutdated(unsavedKey(form))) offer(form)
    // The page may have more than its drafts: nobody has asked for another one.
    else if (wasTouched()) show(form, 'elsewhere', words.elsewhere, [[words.show, () => giveWay(form)]])
    else return giveWay(form)
  }
}

for (const type of ['record-shown', 'restored', 'pageshow']) addEventListener(type, () => quietly(look()))
quietly(look())
soon()
