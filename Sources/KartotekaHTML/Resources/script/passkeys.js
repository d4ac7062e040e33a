// Passkeys: a form that asks the browser for one before it is sent.

import { $, $$, encoded, on, own } from './page.js'

// Bytes as they are in JSON.
const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const named = list => list?.map(key => ({ ...key, id: bytes(key.id) }))

const created = async options => {
  const { user, excludeCredentials } = options
  return navigator.credentials.create({
    publicKey: { ...options, user: { ...user, id: bytes(user.id) }, excludeCredentials: named(excludeCredentials) },
  })
}

/** @type {(options: any, more?: any) => Promise<any>} */
const found = (options, more) => navigator.credentials.get({
  publicKey: { ...options, allowCredentials: named(options.allowCredentials) }, ...more,
})

// What the server verifies. Not all browsers have toJSON.
/** @param {any} credential */
const json = ({ id, rawId, type, response }) => {
  const parts = { clientDataJSON: text(response.clientDataJSON) }
  const data = response.authenticatorData ?? response.getAuthenticatorData()
  parts.authenticatorData = text(data)
  if (response.signature) parts.signature = text(response.signature)
  if (response.userHandle) parts.userHandle = text(response.userHandle)
  if (response.getTransports) parts.transports = response.getTransports()
  return JSON.stringify({ id, rawId: text(rawId), type, response: parts })
}

const say = (form, words) => {
  const places = $$('.err', form)
  for (const place of places) place.hidden = true
  Object.assign(places.at(-1), { textContent: words, hidden: !words })
}

// The question to the browser, or a fault.
/** @param {any} form */
const asked = async form => {
  const answer = await fetch(form.dataset.options, { method: 'POST', body: encoded(form) })
  const options = await answer.json()
  if (!answer.ok) return { fault: options.fault ?? options.detail ?? form.dataset.cancelled }
  return { ...options, challenge: bytes(options.challenge) }
}

const send = (form, credential) => {
  const field = own(form, 'elements').answer
  field.value = json(credential)
  own(form, 'requestSubmit')()
  // Going back shows the page again, with an answer that counts no more.
  field.value = ''
}

// Whether the form was sent.
const ask = async form => {
  say(form, '')
  const { typed } = form.dataset
  if (typed) own(form, 'elements')[typed].value = $(`#${typed}`).value
  const options = await asked(form)
  if (options.fault) return say(form, options.fault)
  send(form, await (options.user ? created(options) : found(options)))
  return true
}

// Nothing in a browser without passkeys.
/** @type {any} */
const passkeys = window.PublicKeyCredential

// The field for the name offers passkeys by itself. A browser asks for one at a time: the button ends the offer. The server
// forgets a question after five minutes, also while the computer sleeps; nobody sees the offer of a page in the background.
const fresh = 240_000
let offer = new AbortController()
let offered = 0
let renewal = 0
/** @param {any} form */
const offerIn = async form => {
  offer.abort()
  clearTimeout(renewal)
  const { signal } = (offer = new AbortController())
  const renew = () => { if (!document.hidden) offerIn(form) }
  offered = Date.now()
  renewal = setTimeout(renew, fresh)
  try {
    if (!await passkeys.isConditionalMediationAvailable?.()) return
    const options = await asked(form)
    if (options.fault || signal.aborted) return
    send(form, await found(options, { mediation: 'conditional', signal }))
  } catch {
    // The button is there, too.
  }
}
const offers = $('[autocomplete~=webauthn]')

on('submit', '.passkey', async (form, event) => {
  if (own(form, 'elements').answer.value) return
  event.preventDefault()
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  offer.abort()
  clearTimeout(renewal)
  let isSent
  try {
    isSent = await ask(form)
  } catch ({ name }) {
    say(form, name == 'InvalidStateError' ? form.dataset.known : form.dataset.cancelled)
  }
  form.ariaBusy = null
  if (offers && !isSent) offerIn(form)
})

if (passkeys) {
  for (const form of $$('.passkey')) form.hidden = false
  for (const note of $$('.passkey-not')) note.hidden = true
  if (offers) {
    const form = $('.passkey')
    offerIn(form)
    // A page that was in sight when the computer fell asleep does not become visible.
    for (const type of ['visibilitychange', 'focus']) {
      addEventListener(type, () => {
        if (!document.hidden && !form.ariaBusy && Date.now() - offered >= fresh) offerIn(form)
      })
    }
  }
}
