// What single engines lack.

import { $$ } from './page.js'

const isWebKit = CSS.supports('hanging-punctuation', 'first')
const isGecko = CSS.supports('-moz-appearance', 'none')

// Safari's Tab key passes links over, unless the person has set it otherwise, and with them most of a screen. Firefox's stops
// at every row that can be drawn aside, besides the link in it.
const setStops = () => {
  if (isWebKit) for (const link of $$('a[href]:not([tabindex])')) link.setAttribute('tabindex', '0')
  if (isGecko) for (const row of $$('#rows li:not([tabindex])')) row.tabIndex = -1
}

if (isWebKit || isGecko) {
  setStops()
  new MutationObserver(setStops).observe(document.body, { childList: true, subtree: true })
}

// A page that is left before its transition has ended ends it, which Safari reports as an error that nobody has caught.
for (const type of ['pageswap', 'pagereveal']) {
  addEventListener(type, event => {
    const transition = /** @type {any} */ (event).viewTransition
    for (const name of ['ready', 'finished']) transition?.[name].catch(() => {})
  })
}

// A new card or sheet takes no presses while a transition shows it. The transition is skipped, and the element itself moves.
addEventListener('pagereveal', async event => {
  const transition = /** @type {any} */ (event).viewTransition
  if (!transition || !await transition.ready.then(() => true, () => false)) return
  for (const { animationName, effect } of /** @type {any[]} */ (document.getAnimations())) {
    const name = /^::view-transition-new\((.+)\)$/.exec(effect.pseudoElement)?.[1]
    if (!name) continue
    const [frames, timing] = [effect.getKeyframes(), effect.getTiming()]
    transition.skipTransition()
    if (/^(push|rise)$/.test(animationName)) $$(`.${name}`).find(it => it.checkVisibility())?.animate(frames, timing)
  }
})

// The title in the bar comes where the large one is scrolled away.
if (!CSS.supports('animation-timeline', 'scroll()')) {
  addEventListener('scroll', ({ target }) => {
    const box = /** @type {any} */ (target == document ? document.scrollingElement : target)
    for (const title of $$('.bar .now', box)) title.style.opacity = box.scrollTop > 52 ? '1' : ''
  }, { capture: true, passive: true })
}
