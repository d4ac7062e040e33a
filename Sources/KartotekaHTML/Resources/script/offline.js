// Pages that were opened can be read without a connection: a service worker keeps them. Browsers have such workers on this
// machine (localhost) and with HTTPS only. When the server is back, a page that is kept gives way to the page as it is now.

import { differs } from './fields.js'
import { $ } from './page.js'
import { hasUnsaved } from './leaving.js'
import { workerAddress } from './markup.js'

const workers = isSecureContext ? navigator.serviceWorker : undefined

const keepPages = async () => {
  const isKnown = workers.controller
  await workers.register(workerAddress(), { scope: '/', updateViaCache: 'all' })
  if (isKnown) return
  const { active } = await workers.ready
  active.postMessage(location.href.replace(/#.*/, ''))
}

// Browsers refuse workers where they refuse storage.
if (workers) keepPages().catch(() => undefined)

// A page that is a kept one even after a reload is not loaded again by itself: the server is there, but slow.
const wasReloaded = () => {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
  return performance.now() < 60_000 && visit?.type == 'reload'
}

const renew = () => {
  // What is typed or ticked stays; saving it shows the page as it is now.
  const isTouched = hasUnsaved() || [...document.forms].some(differs)
  if ($('.as-of') && !isTouched && !wasReloaded()) location.reload()
}
for (const type of ['online', 'back']) addEventListener(type, renew)
