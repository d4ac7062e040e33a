// Everything about importing files.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../unsaved.js'
import '../rows.js'
import '../keys.js'
import '../everything.js'
import '../imports.js'
import '../choice.js'
import '../live.js'
