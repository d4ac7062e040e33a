// A card comes beside its list: another record's, a saved or refused one, or that of another list.

import { $, address, draw, visit } from './page.js'
import { forms } from './fields.js'
import { guard, wake } from './leaving.js'
import { meetForms } from './unsaved.js'

/**
 * The card of this page or of another one, or the placeholder of a list.
 * @type {(page?: ParentNode) => any}
 */
export const record = page => $('article.record', page)

/** What has to be done whenever forms came with a card or a sheet. */
export const meetCard = () => {
  forms().forEach(wake)
  guard()
  meetForms()
  dispatchEvent(new Event('record-shown'))
}

/**
 * Puts the card of a page in place of the one that is shown, after the history was told of the address. `around` puts what else
 * of the page is shown from now on; `keep` does both and keeps the focus, or what else is to stay.
 * @type {(page: Document, around?: () => void, keep?: (act: () => void) => void) => void}
 */
export const putCard = (page, around = () => {}, keep = act => act()) => {
  const card = record(page)
  draw(page)
  keep(() => {
    record()?.replaceWith(card)
    around()
  })
  document.title = card?.dataset.title ?? page.title
  visit.here = address()
  visit.isLeaving = false
  meetCard()
}
