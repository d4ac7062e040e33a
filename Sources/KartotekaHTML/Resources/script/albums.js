// The pictures or files of a record, in another version of its page.

import { $, $$, draw, own } from './page.js'
import { putUndo } from './undo.js'

// The same form or list in another version of the page.
const same = (form, page) => $$('.album form.more', page).find(other => own(other, 'action') == own(form, 'action'))

const loadPreview = () => import('./preview.js')

/**
 * Puts an album of another version of the page in place of its own, and gives back its form for further ones, if it has one.
 * @type {(form: any, page: ParentNode) => any}
 */
export const replace = (form, page) => {
  const theirs = same(form, page)
  const mine = same(form, document)
  if (!theirs) return
  draw(page)
  mine?.closest('.album').replaceWith(theirs.closest('.album'))
  putUndo(page)
  // The first PDF file of a page may have come with this.
  if ($('.preview')) loadPreview().then(({ offer }) => offer())
  return theirs
}
