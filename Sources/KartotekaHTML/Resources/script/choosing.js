// Few pages have a sheet to choose in: those alone load what it needs.

import { $, seekTyped } from './page.js'

const loadChoice = () => import('./choice.js')
const loadSuggestions = () => import('./suggest.js')
const loadNarrowing = () => import('./narrowing.js')
if ($('#choice')) loadChoice().then(seekTyped)
if ($('#finder')) loadSuggestions().then(seekTyped)
if ($('#shape-found')) loadNarrowing().then(seekTyped)
