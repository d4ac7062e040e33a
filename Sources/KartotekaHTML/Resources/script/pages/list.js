// Lists with their records and pictures, and every page without a kind of its own.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../forms.js'
import '../unsaved.js'
import '../phone.js'
import '../rows.js'
import '../list.js'
import '../paste.js'
import '../long-press.js'
import '../initials.js'
import '../record.js'
import '../keys.js'
import '../everything.js'
import '../live.js'
import '../choosing.js'
import { $, desk } from '../page.js'

// Few lists are tables, and a desk alone has cells. All modules are asked for at once, since each names others.
const loadRows = () => {
  import('../adding.js')
  import('../related-names.js')
}
const loadCells = () => {
  import('../cell-places.js')
  import('../cell-options.js')
  import('../cell-saving.js')
  import('../cells.js')
  import('../blocks.js')
}
const wake = () => {
  if (!$('.grid')) return
  loadRows()
  if (desk.matches) loadCells()
}
addEventListener('settled', wake)
desk.addEventListener('change', wake)
wake()

// A desk alone has lists in which the shape is changed in place, and values of fields beside them.
const loadShape = () => import('../reshape.js')
const loadAnswers = () => import('../answers.js')
const meetDesk = () => {
  // Without it links lead to new pages.
  if (desk.matches) loadShape().then(loadAnswers).catch(() => 0)
}
desk.addEventListener('change', meetDesk)
meetDesk()

// Few records have tags.
const meetNames = () => {
  if ($('[data-names]')) import('../names.js')
}
addEventListener('record-shown', meetNames)
meetNames()

// Few records have pictures or files, or records that people put in order.
const loadPreview = () => import('../preview.js')
const loadOrdering = () => import('../ordering.js')
const loadArranging = () => import('../arranging.js')
const meetPictures = () => {
  if ($('.album, .file')) import('../pictures.js')
  if ($('.preview')) loadPreview()
  if ($('.album .moves')) loadArranging()
  if ($('.ordered .moves')) loadOrdering()
}
for (const type of ['record-shown', 'renewed']) addEventListener(type, meetPictures)
meetPictures()
