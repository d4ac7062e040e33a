// What can be set.

import '../zone.js'
import '../leaving.js'
import '../offline.js'
import '../wrapped.js'
import '../unsaved.js'
import '../rows.js'
import '../settings.js'
import '../several.js'
import '../keys.js'
import '../everything.js'
import '../live.js'
import { $ } from '../page.js'

if ($('.passkey')) import('../passkeys.js')
