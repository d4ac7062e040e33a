// Forms: Save wakes up when there is something to save, and leaving with something typed asks first.

import { $, $$, isModified, load, mayBeAway, on, quietly, visit } from './page.js'
import { differs, edited, forgetForm, forms, isComplete, showExcess } from './fields.js'

/**
 * Wakes Save up when every field that is needed has a value and, on a stored card, one differs from what is stored.
 * @type {(form: any) => void}
 */
export const wake = form => {
  const save = [...form.elements].find(element => element.matches('.main'))
  if (save) save.disabled = !(isComplete(form) && (form.dataset.edits == 'new' || differs(form)))
  guard()
}

on('input', '[data-longest]', showExcess)
for (const type of ['input', 'change']) on(type, edited, wake)
addEventListener('pageshow', () => {
  visit.isLeaving = false
  forms().forEach(wake)
})

// Leaving with something typed asks first.

// What was refused is not stored either, even though nothing was typed since. A new row of a table stays as it is while
// one goes on within the table.
const staysWith = (form, link) => form.id == 'add' && link?.closest('#rows, .menu')
// Ticks of a sheet that are not saved yet; of rows that a search hides, the sheet knows the ids.
const hasTicks = () => $$('#choice [type=checkbox]').some(box => box.checked != box.defaultChecked)
  || $$('#choice :is([name=_added], [name=_removed])').some(field => field.value)
/**
 * Whether something is typed and not saved that a link leaves behind.
 * @type {(link?: any) => boolean}
 */
export const hasUnsaved = link => !visit.isLeaving
  && (hasTicks() || forms().some(form => !staysWith(form, link) && ($('.err', form) || differs(form))))
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
const guard = () => { window.onbeforeunload = hasUnsaved() ? onUnload : null }
on('change', '#choice', guard)

on('click', 'a[href]:not([href^="#"], [download])', async (link, event) => {
  if (isModified(event) || !hasUnsaved(link)) return
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

on('submit', edited + ', #d, .sheet [method=post]', async (form, event) => {
  if (event.defaultPrevented || visit.isLeaving || event.submitter.matches('#seek, [name=_more]')) return
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
  // Pressed twice, a button would make two cards.
  setTimeout(() => { for (const field of form.elements) field.disabled ||= field.matches('.main') })
})
