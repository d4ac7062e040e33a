// Records with their lines, and documents to print.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../forms.js'
import '../unsaved.js'
import '../rows.js'
import '../lines.js'
import '../keys.js'
import '../everything.js'
import '../choice.js'
import '../live.js'
