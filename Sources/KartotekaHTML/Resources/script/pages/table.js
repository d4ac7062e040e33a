// Column tables.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../unsaved.js'
import '../rows.js'
import '../table.js'
import '../table-rows.js'
import '../related-names.js'
import '../keys.js'
import '../everything.js'
import '../live.js'
