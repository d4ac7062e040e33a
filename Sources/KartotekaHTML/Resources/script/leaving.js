// Forms: Save wakes up when there is something to save, and leaving with something typed asks first.

import { $, $$, bringsFile, isModified, isSent, load, mayBeAway, on, own, quietly, visit } from './page.js'
import { differs, edited, forgetForm, forms, isComplete, showFault } from './fields.js'
import { kind } from './rows.js'

/**
 * Wakes Save up when every field that is needed has a value and, on a stored card, one differs from what is stored.
 * @type {(form: any) => void}
 */
export const wake = form => {
  const all = [...own(form, 'elements')]
  const save = all.find(element => element.matches('.main'))
  for (const field of all) if (field.matches('[type^=date]')) field.toggleAttribute('data-empty', !field.value)
  if (save) save.disabled = isSent(form) || !(isComplete(form) && (form.dataset.edits == 'new' || differs(form)))
  guard()
}

on('input', '[data-longest], [aria-invalid]', showFault)
// Somebody who types a date has half of one for a while.
on('focusout', 'input[type^=date]', showFault)
addEventListener('submit', event => {
  const fields = /** @type {any[]} */ ([...own(event.target, 'elements')])
  const field = fields.find(it => it.validity?.badInput)
  if (!field) return
  event.preventDefault()
  event.stopImmediatePropagation()
  showFault(field)
  field.focus()
}, true)
for (const type of ['input', 'change']) on(type, edited, wake)
// Buttons that sleep since their form was sent.
const asleep = new Set()

addEventListener('stayed', () => {
  visit.isLeaving = false
  for (const button of asleep) button.disabled = false
  asleep.clear()
  forms().forEach(wake)
})

// Leaving with something typed asks first.

// What was refused is not stored either, even though nothing was typed since. A new row of a table stays as it is while
// one goes on within the table.
const staysWith = (form, link) => own(form, 'id') == 'add' && kind.keepsNew(link)
// Ticks of a sheet that are not saved yet; of rows that a search hides, the sheet knows the ids.
const hasTicks = () => $$('#choice [type=checkbox], #several .ticks + .ticks input').some(box => box.checked != box.defaultChecked)
  || $$('#choice :is([name=_added], [name=_removed])').some(field => field.value)
/**
 * Whether something is typed and not saved that a link leaves behind.
 * @type {(link?: any) => boolean}
 */
export const hasUnsaved = link => !visit.isLeaving
  && (hasTicks() || kind.isUnsaved(link) || forms().some(form => !staysWith(form, link) && ($('.err', form) || differs(form))))
const discard = link => forms().forEach(form => { if (!staysWith(form, link)) forgetForm(form) })

/**
 * Asks about what is typed and not saved, and says whether the person goes on.
 * @type {(link?: any) => Promise<boolean>}
 */
export const mayLeave = link => new Promise(answer => {
  if (!hasUnsaved(link)) return answer(true)
  const dialog = $('#leave')
  dialog.returnValue = ''
  dialog.onclose = () => {
    // Browsers tell later that a dialog was closed. This tells of the question before, which was asked again meanwhile.
    if (dialog.open) return
    const isDiscarded = dialog.returnValue == 'discard'
    if (isDiscarded) discard(link)
    answer(isDiscarded)
  }
  dialog.showModal()
})

// Only while something is unsaved: browsers keep no page with such a handler for the way back to it.
const onUnload = event => { if (hasUnsaved()) event.preventDefault() }
/** Has the browser ask, too, before something unsaved is left. */
export const guard = () => { window.onbeforeunload = hasUnsaved() ? onUnload : null }
on('change', '#choice, #several', guard)

on('click', 'a[href]:not([href^="#"], [download])', async (link, event) => {
  if (isModified(event) || kind.ticks(link, event)) return
  // What is on its way arrives before the page is left.
  const saving = kind.saving()
  if (saving) {
    event.preventDefault()
    event.stopImmediatePropagation()
    await saving
    return link.click()
  }
  if (!hasUnsaved(link)) return
  // Who takes somebody else's version has answered already.
  if (link.closest('.ask')) {
    if (!link.dataset.part) discard()
    return visit.isLeaving = true
  }
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!await mayLeave(link)) return
  visit.isLeaving = true
  link.click()
}, true)

// A sheet that is closed leads back to the page that it was opened from, as it was left.
const pageBefore = () => {
  const { navigation } = /** @type {any} */ (window)
  return navigation ? navigation.entries()[navigation.currentEntry.index - 1]?.url : document.referrer
}
const isSame = (one, other) => {
  const [mine, theirs] = [one, other].map(text => {
    const url = new URL(text)
    url.hash = ''
    for (const name of ['near', 'selected']) url.searchParams.delete(name)
    return url.href
  })
  return mine == theirs
}
on('click', '.sheet:not(#everything) [data-part=cancel]', (link, event) => {
  const before = pageBefore()
  if (event.defaultPrevented || isModified(event) || 'answer' in document.body.dataset || !before || !isSame(before, link.href)) return
  event.preventDefault()
  visit.isLeaving = true
  history.back()
})

on('submit', 'body > .undo form', async (form, event) => {
  if (event.defaultPrevented || !hasUnsaved()) return
  event.preventDefault()
  const { submitter } = event
  if (!await mayLeave()) return
  visit.isLeaving = true
  form.requestSubmit(submitter)
})

// A step with what is ticked in a list leaves the card beside it, and cells.
on('submit', '#ticking', async (form, event) => {
  const { submitter } = event
  if (event.defaultPrevented || bringsFile(submitter) || !kind.saving() && !hasUnsaved()) return
  event.preventDefault()
  await kind.saving()
  if (!await mayLeave()) return
  visit.isLeaving = true
  form.requestSubmit(submitter)
})

// A file that comes leaves the page and its ticks as they are; the browser asks before every form.
on('submit', '#several, #ticking', (form, { submitter }) => {
  if (!bringsFile(submitter)) return
  visit.isLeaving = true
  setTimeout(() => { visit.isLeaving = false }, 1000)
})

on('submit', edited + ', #several, #ticking, .sheet [method=post]', async (form, event) => {
  if (event.defaultPrevented || visit.isLeaving || event.submitter?.matches('#seek, [name=_more], [value^=export]')) return
  if (form.ariaBusy) return event.preventDefault()
  if (mayBeAway()) {
    // A browser's own page that says the server is away would take the place of the form: ask first.
    event.preventDefault()
    form.ariaBusy = 'true'
    const answer = await quietly(load('/health'))
    form.ariaBusy = null
    if (!answer) return
    visit.isLeaving = true
    form.requestSubmit(event.submitter)
  } else visit.isLeaving = true
  // The button that was pressed shows that it was; its name and value are sent first.
  setTimeout(() => {
    for (const button of own(form, 'elements')) {
      if (!button.matches('.main') || button.disabled) continue
      button.disabled = true
      asleep.add(button)
    }
  })
})
