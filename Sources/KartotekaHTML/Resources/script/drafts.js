// What somebody has typed and not saved is offered on their other devices, too. The browser's own copy comes first and needs no
// connection; the server gets it when nothing is typed for a moment, and when the page is left. Each draft has a name, which goes
// along when another device goes on with it, and a version: what two devices typed at the same time become two drafts.

import { atLast, own, quietly, trouble, visit } from './page.js'
import {
  canRestore, draftAt, draftKeys, draftStorage, endedPrefix, forms, keepUnsaved, putDraft, tabKeys, unsavedKey,
} from './fields.js'
import { showBar } from './restoring.js'

const { drafts: address } = document.body.dataset
// Without one this module is not loaded.
const storage = /** @type {Storage} */ (draftStorage)
// In milliseconds: how long nothing is typed before it is sent, how long it waits at most while somebody goes on, and for how long
// the list of drafts is new.
const [pause, most, fresh] = [2000, 10_000, 3000]
const random = () => Math.random().toString(36).slice(2)

// A draft is in one browser until another one goes on with it. Who signs out is another browser afterwards.
const browserKey = 'browser'
const browser = storage.getItem(browserKey) ?? random()
storage.setItem(browserKey, browser)

/** @type {(path: string, body?: Record<string, string>, options?: RequestInit) => Promise<{ status?: number, answer?: any }>} */
const ask = async (path, body, options) => {
  const request = body ? { method: 'POST', body: new URLSearchParams({ browser, ...body }) } : {}
  try {
    const response = await fetch(address + path, { headers: { accept: 'application/json' }, ...request, ...options })
    const isJSON = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, answer: response.ok && isJSON ? await response.json() : undefined }
  } catch {
    // No connection. What is typed stays in the browser.
    return {}
  }
}

// Sending

const formOf = key => key.slice('unsaved '.length, key.lastIndexOf(' '))
/** @type {(draft: { at: number, shared?: { at: number } }) => boolean} */
const isShared = draft => draft.at == draft.shared?.at

// Says whether the server has what is typed.
/** @type {(key: string, options?: RequestInit) => Promise<boolean>} */
const send = async (key, options) => {
  const draft = draftAt(key)
  if (!draft || isShared(draft)) return true
  const { at, sent, shared = { name: random(), version: 0, at: 0 } } = draft
  if (!draft.shared) putDraft(key, { ...draft, shared })
  const { name, version } = shared
  const { status, answer } = await ask('/' + name, {
    form: formOf(key), version: String(version), content: JSON.stringify(sent),
  }, options)
  const now = draftAt(key)
  // It was saved, discarded or taken over meanwhile.
  if (now?.shared?.name != name) return Boolean(answer)
  if (status == 409) {
    putDraft(key, { ...now, shared: undefined })
    return send(key, options)
  }
  if (answer) putDraft(key, { ...now, shared: { name, version: answer.version, at } })
  return Boolean(answer)
}

/** @type {(key: string, options?: RequestInit) => Promise<void>} */
const sendEnd = async (key, options) => {
  const version = storage.getItem(key)
  if (version == null) return
  const name = key.slice(endedPrefix.length)
  const { status } = await ask('/' + name, { version }, options)
  // Without an answer the end is told again.
  if (!status || status >= 500 || status == 401 || status == 429) return
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

let work = Promise.resolve()
/**
 * One after the other, so that each knows the version before.
 * @type {(act: () => Promise<void>) => Promise<void>}
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
  if (own(event.target, 'method') != 'post') return
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
let words = { continue: '', discard: '' }
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
  if (isShared(draft)) {
    storage.removeItem(key)
    return true
  }
  putDraft(key, { ...draft, shared: undefined })
  soon()
  return false
}

// What is typed here stays, too: as a draft that is offered next.
const take = async (form, { name }) => {
  const key = unsavedKey(form)
  keepUnsaved(form)
  if (!await send(key)) return trouble(true)
  const { answer } = await ask('/' + name)
  if (!answer) return again()
  const at = Date.now()
  putDraft(key, { at, sent: JSON.parse(answer.content), shared: { name, version: answer.version, at } })
  reload()
}

const discard = async ({ name, version }) => {
  storage.setItem(endedPrefix + name, String(version))
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
const offer = form => {
  const key = unsavedKey(form)
  const names = ownNames()
  const row = known.find(({ name, form, ended }) => !ended && form == formOf(key) && !names.includes(name))
  const shown = offers.get(form)
  if (shown?.bar.isConnected && shown.name == row?.name) return
  shown?.bar.remove()
  if (!row) return offers.delete(form)
  const bar = showBar(form, row.words, [
    [words.continue, () => quietly(take(form, row))], [words.discard, () => quietly(discard(row))],
  ])
  offers.set(form, { name: row.name, bar })
}

// The page of an answer to a form shows what was sent, and can't be loaded again.
const meet = () => {
  if ('answer' in document.body.dataset) return
  for (const form of forms().filter(canRestore)) {
    if (form.unrestored || form.isAsking || form.isRestoring) continue
    if (isOutdated(unsavedKey(form))) return reload()
    offer(form)
  }
}

for (const type of ['record-shown', 'restored', 'pageshow']) addEventListener(type, () => quietly(look()))
quietly(look())
soon()
