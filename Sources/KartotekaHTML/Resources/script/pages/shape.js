// The shape of an application.

import { $ } from '../page.js'
import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../forms.js'
import '../unsaved.js'
import '../rows.js'
import '../keys.js'
import '../everything.js'
import '../shape.js'
import '../ordering.js'
import '../live.js'

if ($('[data-words]')) import('../formula-words.js')
