// Lists as boards, as charts and as pictures: what lists have, and their own.

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
import '../board.js'
import '../chart-file.js'
import '../facets.js'
import '../keys.js'
import '../everything.js'
import '../choosing.js'
import '../live.js'
import { $ } from '../page.js'

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
