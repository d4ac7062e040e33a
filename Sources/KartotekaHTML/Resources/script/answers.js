// At a desk a card beside its list is saved, and a change undone, without a new page: the form is sent as the browser would
// send it, once, and what the server answers is put in place. Whatever else was answered is gone to, shown, or told; nothing
// is sent again for it.

import {
  $, $$, active, address, atLast, composed, desk, draw, goOn, isModified, isTyping, load, on, own, quietly, rows, showPressed, stay,
  visit, writing,
} from './page.js'
import {
  differs, edited, fields, forgetForm, forgetUnsaved, forms, keepFocus, keepUnsaved, keptOf, unsavedPrefix,
} from './fields.js'
import { mayLeave } from './leaving.js'
import { meetCard, putCard, record } from './card.js'
import { look } from './live.js'
import { arrive, kind, scroller } from './rows.js'
import { allRows, isFound, putRows, rowOf, search, select, settle } from './list.js'
import { putUndo, selector } from './undo.js'
import { confirmSent } from './unsaved.js'
import { frameOf, isFixed, isOtherList } from './reshape.js'

const state = field => /checkbox|radio/.test(field.type) ? field.checked : field.value
const states = form => new Map(fields(form).map(field => [field, state(field)]))
// What was typed into a form since it was in these states.
const typedSince = (form, before) => fields(form).filter(field => before.get(field) != state(field))

// The same field of another page's form: several can have one name.
const twin = (field, form, other) => {
  const named = root => fields(root).filter(each => each.name == field.name && each.type == field.type)
  return named(other)[named(form).indexOf(field)]
}

// Values that were typed since a form was sent go over into the form that was answered. Whether all of them did.
const carry = (form, typed, other) => {
  const pairs = typed.map(field => [field, twin(field, form, other)])
  if (pairs.some(([mine, theirs]) => !theirs || mine.type == 'hidden')) return false
  for (const [mine, theirs] of pairs) {
    // No script can set a chosen file.
    if (mine.type == 'file') (theirs.closest('.file') ?? theirs).replaceWith(mine.closest('.file') ?? mine)
    else if (/checkbox|radio/.test(mine.type)) theirs.checked = mine.checked
    else theirs.value = mine.value
  }
  return true
}

const nameOf = form => own(form, 'id') + ' ' + form.getAttribute('action')
const formOf = (form, root) => $$(edited, root).find(each => nameOf(each) == nameOf(form))

// Whether a card has what was sent. The cookie that confirms it may be that of another tab.
const hasSent = (form, states, theirs) => theirs && [...states].every(([field, value]) => {
  const other = twin(field, form, theirs)
  return other && String(state(other)).trim() == String(value).trim()
})

// Other forms of the card into which somebody has typed stay.
const keepOthers = (form, column) => {
  for (const mine of $$(edited, record())) {
    if (mine != form && differs(mine)) formOf(mine, column)?.replaceWith(mine)
  }
}

// What stays while a card is put in place: the focus, and beside the form that was sent the others.
const keeping = (page, form) => act => keepFocus(() => {
  if (form) keepOthers(form, record(page))
  act()
})

const rowsOf = page => $$('#rows :is(.row, .no a)', page)
// Whether a row stands between the same ones in two lists, as far as both have those.
const isBeside = (all, row, theirs, other) => {
  const pairs = [-1, 1].map(step => [all[all.indexOf(row) + step], theirs[theirs.indexOf(other) + step]])
  const known = pairs.filter(([mine, its]) => mine && its)
  return known.every(([mine, its]) => mine.pathname == its.pathname) && (known.length || all.length == theirs.length)
}

// The row that the answer leads to: the list stays where it is, unless the row is in another place now.
const putRow = page => {
  const theirs = rowsOf(page).find(row => row.ariaCurrent)
  const mine = theirs && rowOf(theirs.pathname)
  // A cell that is typed into stays.
  if (!theirs || $('#cell', rows) || mine && isBeside(allRows(), mine, rowsOf(page), theirs)) {
    if (mine?.matches('.row')) mine.replaceChildren(...theirs.cloneNode(true).childNodes)
    select(mine)
    return settle()
  }
  putRows($('#rows', page))
  const row = allRows().find(each => each.ariaCurrent)
  select(row)
  scroller().scrollTop = 0
  arrive(row)
}

// `form` is the one of the card that was saved, if any.
const put = (page, url, isOver, form) => {
  if (url.pathname + url.search != address()) history.pushState(null, '', url)
  const saved = forms().filter(form => !keptOf(form))
  putCard(page, () => {
    // A field that is taken out with its focus tells of a change, which would be kept.
    saved.forEach(forgetForm)
    $('#lt').replaceWith($('#lt', page) ?? '')
    document.body.className = page.body.className
    delete document.body.dataset.answer
    putRow(page)
  }, keeping(page, form))
  putUndo(page)
  // The keyboard goes on at the record in question, unless somebody has gone on to another place.
  if (isOver || active() == document.body) allRows().find(row => row.ariaCurrent)?.focus({ preventScroll: true })
  navigator.serviceWorker?.controller?.postMessage(location.href.replace(/#.*/, ''))
}

// A question above the page, as the page of the server has it.
const sheet = 'body > :is(.scrim, .sheet:not(#leave, #told))'
const ask = page => {
  // The search over everything would be above it.
  $('#everything[open]')?.close()
  document.body.dataset.answer = ''
  for (const part of $$('body > :is(.skip, .tabs, main)')) part.inert = true
  $(selector)?.remove()
  draw(page)
  $('#say').before(...$$(sheet, page))
  $(sheet + ' [data-focus]')?.focus()
  meetCard()
}

addEventListener('popstate', event => {
  $('#told')?.close()
  if (!$(sheet) || !('answer' in document.body.dataset)) return
  event.stopImmediatePropagation()
  visit.isLeaving = true
  location.reload()
}, true)

// What a page says that can't be shown here, in a question with one answer.
const asked = '.sheet:not(#leave) > div > *'
const said = '.empty :is(h1, h1 ~ p:not([hidden])), article.record :is(h1, .err), #undo-form > p'
const tell = (page, form) => {
  const texts = $$($(asked, page) ? asked : said, page).map(each => each.textContent.trim())
  const [title, ...others] = texts.length ? texts : [document.body.dataset.unreachable]
  const dialog = /** @type {HTMLDialogElement} */ ($('#leave').cloneNode(true))
  dialog.id = 'told'
  const heading = $('h2', dialog)
  heading.id = 'told-t'
  heading.textContent = title
  dialog.setAttribute('aria-labelledby', heading.id)
  $('.dim', dialog).textContent = others.join(' ')
  $('[value=discard]', dialog).remove()
  if (!own(form, 'matches')(edited)) $('button', dialog).textContent = $('.ib', form.parentElement).ariaLabel
  dialog.onclose = () => dialog.remove()
  document.body.append(dialog)
  dialog.showModal()
}

// A page with the same scripts, in the same language.
const scripts = page => $('script[type=module]', page)?.getAttribute('src') + page.documentElement.lang
const isOfHere = page => scripts(page) == scripts(document)

// What was refused is shown with its reasons; nothing was stored.
const refuse = ({ page, response }, { form, isInUse }, typed) => {
  if (isOfHere(page) && $('.scrim', page)) {
    if (!typed.length && !(isInUse && isTyping(active()))) return ask(page)
    // Who goes on typing, wherever that is, sees the version of somebody else beside the form, and is asked at the next Save. What
    // is asked for another reason is told.
    return response.status == 409 ? look(0) : tell(page, form)
  }
  const theirs = formOf(form, page)
  if (!theirs || !isOfHere(page) || !carry(form, typed, theirs)) return tell(page, form)
  const before = active()
  putCard(page, undefined, keeping(page, form))
  // Who has gone on to another field is about to type there.
  const isLeft = active() == document.body || !isInUse && active().id == before.id
  if (!typed.length && isLeft) $('[data-focus]', record())?.focus()
}

// The latest form that was sent, and what ends with its answer.
let latest
/** @type {Promise<unknown> | undefined} */
let pending

const receive = ({ response, page }, sent) => {
  const { form, signal, before, field, card } = sent
  const isCard = own(form, 'matches')(edited)
  const typedInto = (isCard ? [form] : [...before.keys()]).filter(each => typedSince(each, before.get(each)).length)
  const typed = typedInto.flatMap(each => typedSince(each, before.get(each)))
  confirmSent()
  const isDone = response.ok && response.redirected
  if (isCard && isDone && hasSent(form, before.get(form), formOf(form, page))) forgetUnsaved(unsavedPrefix(form))
  // Somebody has gone on meanwhile.
  const isPast = signal.aborted || card != record() || $('.scrim, dialog:modal:not(#everything)')
  // The page with what would stay of an undo says that nothing is undone yet. Who has not gone on is led there.
  if (!isDone || isPast && $('#undo-form', page)) {
    return isPast ? tell(page, form) : refuse({ page, response }, sent, typed)
  }
  if (isPast) {
    // The draft that was forgotten was that of what is saved now.
    typedInto.forEach(keepUnsaved)
    putUndo(page)
    look(0)
    return
  }
  const url = new URL(response.url)
  // What is searched for here may have changed since.
  const here = new URL(url)
  const text = new URL(location.href).searchParams.get('search')
  if (text == null) here.searchParams.delete('search')
  else here.searchParams.set('search', text)
  const isHere = frameOf(page) == frameOf(document) && !isFixed(page) && !isOtherList(here.href)
  const isCarried = isHere && typed.every(one => {
    const theirs = formOf(one.form, page)
    return theirs && carry(one.form, [one], theirs)
  })
  if (!isCarried) {
    typedInto.forEach(keepUnsaved)
    visit.isLeaving = true
    return location.assign(url)
  }
  put(page, here, !sent.isInUse && active() == field && card.contains(field), isCard && form)
  if (isFound()) look(0)
  else search()
}

const send = async sent => {
  const { form } = sent
  /** @type {any} */
  const data = new FormData(form)
  const body = form.getAttribute('enctype') == 'multipart/form-data' ? data : new URLSearchParams(data)
  let url
  try {
    const answer = await load(own(form, 'action'), { method: 'POST', body })
    await composed()
    // It was given up, and sent once more.
    if (sent != latest) return
    sent.isAnswered = true
    rows.ariaBusy = null
    stay()
    if (answer.response.redirected) url = answer.response.url
    receive(answer, sent)
  } catch (error) {
    if (sent == latest) {
      sent.isAnswered = true
      rows.ariaBusy = null
      stay()
      // It may have been saved all the same: what is typed is kept, and can be sent again.
      confirmSent()
      forms().forEach(keepUnsaved)
    }
    // It can't be put in place.
    if (url) location.assign(url)
    throw error
  }
}

// Whether somebody has pressed anything since a form was sent: the keyboard stays where it is then.
for (const type of ['keydown', 'pointerdown']) {
  addEventListener(type, event => {
    if (latest && !(/** @type {KeyboardEvent} */ (event).repeat)) latest.isInUse = true
  }, true)
}

// As long as another one waits that is pressed meanwhile.
const patience = 20_000

const begin = form => {
  const { signal } = goOn()
  const before = new Map([form, ...forms()].map(each => [each, states(each)]))
  const sent = latest = { form, signal, before, field: active(), card: record(), isAnswered: false, isInUse: false }
  rows.ariaBusy = 'true'
  const given = new Promise(done => {
    addEventListener('stayed', () => setTimeout(done), { once: true })
    setTimeout(done, patience)
  })
  const work = writing(quietly(send(sent)))
  const mine = pending = Promise.race([work, given]).finally(() => {
    if (pending == mine) pending = undefined
    if (sent == latest && !sent.isAnswered) rows.ariaBusy = null
  })
}

const hasFiles = form => [...own(form, 'elements')].some(field => field.files?.length)

// What was pressed and waits.
const waits = new WeakSet()

on('submit', 'article.record form[data-edits=stored]:not(#lines-form), body > .undo form', async (form, event) => {
  const { submitter } = event
  if (!desk.matches || !rows || !record() || $('.scrim, .as-of, dialog:modal') || hasFiles(form)) return
  if (submitter?.name || submitter?.hasAttribute('formaction')) return
  if (!pending) {
    return atLast(event, () => {
      event.preventDefault()
      begin(form)
    })
  }
  event.preventDefault()
  if (waits.has(form)) return
  waits.add(form)
  showPressed(submitter)
  await pending
  waits.delete(form)
  const now = form.isConnected ? form : formOf(form, document)
  if (now) now.requestSubmit(now == form ? submitter : undefined)
  // The bar that was pressed has given way to a newer one.
  else if (!own(form, 'matches')(edited) && await mayLeave()) begin(form)
}, true)

// A link that is pressed while a form is on its way is followed once that has arrived.
on('click', 'a[href]:not([href^="#"], [download], [target])', async (link, event) => {
  if (!pending || link.origin != location.origin || isModified(event) || kind.ticks(link, event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  showPressed(link)
  await pending
  link.classList.remove('pressed')
  const now = link.isConnected ? link : $$('a[href]').find(each => each.href == link.href)
  // A press by the keyboard goes on into a card, that by a mouse does not.
  const { detail } = event
  if (now) now.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  else location.assign(link.href)
}, true)
