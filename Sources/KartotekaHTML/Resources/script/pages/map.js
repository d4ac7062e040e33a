// Maps.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../unsaved.js'
import '../rows.js'
import '../keys.js'
import '../everything.js'
import '../suggest.js'
import '../live.js'
import '../map.js'
import '../country-field.js'
