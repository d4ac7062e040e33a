// First screens, and files that are chosen or dropped on them.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../forms.js'
import '../unsaved.js'
import '../rows.js'
import '../keys.js'
import '../everything.js'
import '../live.js'
import '../imports.js'
