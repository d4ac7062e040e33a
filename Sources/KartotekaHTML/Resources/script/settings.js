// What is set is saved at once. Whatever is changed while the server answers is sent when it has.

import { $, announce, encoded, isModified, load, on, own, quietly, trouble, writing } from './page.js'
import { keepFocus } from './fields.js'
import { insist, isHeldUp } from './insisting.js'
import { guard } from './leaving.js'
import { kind } from './rows.js'

const content = form => encoded(form).toString()

// What the next one is told apart from.
const retag = (form, theirs) => {
  for (const name of ['_etag', '_base']) own(form, 'elements')[name].value = own(theirs, 'elements')[name].value
}

// An answer without the form: nothing was saved, and the page says why.
const refuse = (form, page) => {
  const reason = ($('h1', page) ?? page.body).textContent.trim()
  own(form, 'append')(Object.assign(document.createElement('p'), { className: 'err lone', role: 'alert', textContent: reason }))
}

const isRefused = () => !!$('.sets > .err.lone')

const saved = (form, page, sent) => {
  const theirs = page.getElementById(own(form, 'id'))
  if (!theirs) return refuse(form, page)
  // What is being typed by now stays, and is sent when it has been.
  if (content(form) != sent) retag(form, theirs)
  else keepFocus(() => form.replaceWith(theirs))
  $('body > .undo:not(.trouble)')?.remove()
  const bar = $('body > .undo', page)
  if (bar) $('#main').after(bar)
  announce($('.err', theirs)?.textContent ?? bar?.firstElementChild.textContent)
}

const saveAll = async form => {
  form.dataset.due = 'true'
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  let answer, sent
  while (form.dataset.due) {
    delete form.dataset.due
    const send = async () => {
      const answer = await load(own(form, 'action'), { method: 'POST', body: new URLSearchParams(sent = content(form)) })
      if (answer.response.status != 503) return answer
      trouble(true)
      throw 'away'
    }
    $('.err.lone', form)?.remove()
    answer = await quietly(insist(send))
    if (!answer) break
    const theirs = form.dataset.due && answer.page.getElementById(own(form, 'id'))
    if (theirs) retag(form, theirs)
  }
  form.ariaBusy = null
  if (answer) saved(form, answer.page, sent)
  guard()
}

const save = form => writing(saveAll(form))
kind.isUnsaved = () => isHeldUp() || isRefused()

on('change', '.sets', save)

on('click', '.step button', (button, event) => {
  event.preventDefault()
  const field = $('input', button.parentNode)
  const number = Number(field.value.trim()) + (button.name == '_more' ? 1 : -1)
  if (!Number.isInteger(number)) return save(field.form)
  field.value = Math.max(field.ariaValueMin, Math.min(field.ariaValueMax, number))
  field.ariaValueNow = field.value
  save(field.form)
})

on('keydown', '[role=spinbutton]', (field, event) => {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
  if (!step || isModified(event)) return
  event.preventDefault()
  $(`[name=${step > 0 ? '_more' : '_less'}]`, field.parentNode).click()
})

on('submit', '.sets', (form, event) => {
  event.preventDefault()
  save(form)
})

// The address of a page for another device.
const copying = $('#copy')
const link = () => $('#address').textContent
if (copying && navigator.clipboard) {
  copying.hidden = false
  copying.onclick = async () => {
    await navigator.clipboard.writeText(link())
    announce(copying.textContent = copying.dataset.restored)
  }
}
const sharing = $('#share')
if (sharing && navigator.share) {
  sharing.hidden = false
  sharing.onclick = () => navigator.share({ url: link() }).catch(() => {})
}
