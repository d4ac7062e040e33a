// Calendars.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../unsaved.js'
import '../forms.js'
import '../rows.js'
import '../calendar.js'
import '../keys.js'
import '../everything.js'
import '../choosing.js'
import '../live.js'
