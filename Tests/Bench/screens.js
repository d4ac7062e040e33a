// In every page that the part "screens" measures: the time from a press until what it asked for is painted, and until the
// first sign that it was pressed. A press that leads to another page is measured there.
(() => {
  const q = selector => document.querySelector(selector)
  const now = () => performance.timeOrigin + performance.now()
  const parameter = name => new URLSearchParams(location.search).get(name)

  const isQuiet = () => !q('#rows')?.ariaBusy

  // When what was asked for is there.
  const conditions = {
    opened: id => location.pathname.endsWith('/' + id) && q(`article.record form[action*="/${id}"]`),
    saved: text => q('#f-address')?.defaultValue == text && q('body > .undo') && q('article.record .bar .main').disabled,
    undone: text => q('#f-address')?.defaultValue == text && q('#f-address').value == text,
    found: text => parameter('search') == text && q('#q').value == text && isQuiet(),
    sorted: sort => parameter('sort') == sort && q('th[aria-sort]') && q('tbody tr[data-id]') && isQuiet(),
    filtered: search => location.search == search && q('#rows .row') && isQuiet(),
    typed: text => document.activeElement.value == text,
    moved: id => document.activeElement.closest('tr')?.dataset.id == id,
    lines: count => document.querySelectorAll('#lines .line').length == count,
    changed: text => q('#rows').textContent.includes(text),
  }

  // Attributes that change nothing of what is seen.
  const unseen = /^(tabindex|id|data-(?!typed)|aria-(?!busy|current|invalid|sort)|name|for|value|href|role|action)/
  let entries = []
  let seen = 0
  const watch = {
    /** Measures the next press until a condition is true. */
    arm: (name, argument) => {
      sessionStorage.bench = JSON.stringify({ name, argument })
      entries = []
      seen = 0
      loop()
    },
    /** What was measured in milliseconds; nothing before the end. */
    result: () => {
      const { down, begin, sign, end } = state()
      if (!end) return
      take()
      return { total: end - begin, sign: sign - down, event: Math.max(0, ...entries.map(entry => entry.duration)) }
    },
  }
  const state = () => JSON.parse(sessionStorage.bench ?? '{}')
  const put = values => { sessionStorage.bench = JSON.stringify({ ...state(), ...values }) }

  const observer = new PerformanceObserver(list => { entries.push(...list.getEntries()) })
  const take = () => entries.push(...observer.takeRecords())
  observer.observe({ type: 'event', durationThreshold: 16 })

  // A press of the mouse lasts a while: it is shown from its begin, and does something from its end.
  for (const type of ['pointerdown', 'keydown', 'pointerup']) {
    addEventListener(type, event => {
      const { name, down, end } = state()
      const time = performance.timeOrigin + event.timeStamp
      if (name && !end && type == 'pointerup') put({ begin: time })
      else if (name && !down) put({ down: time, begin: time })
    }, true)
  }

  // Also by the style sheet alone.
  const look = () => {
    const { opacity, filter, backgroundColor } = getComputedStyle(control)
    return opacity + filter + backgroundColor
  }
  let control, before
  addEventListener('pointermove', event => {
    if (event.buttons) return
    control = event.target.closest?.('a, button')
    before = control && look()
  }, true)
  const see = () => { if (state().begin) seen ||= now() }
  addEventListener('input', see, true)

  // After the paint of a frame.
  const painted = act => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => act(now())
    port2.postMessage(null)
  }

  let isLooping = false
  let isSigned = false
  const loop = () => {
    if (isLooping) return
    isLooping = true
    isSigned = false
    const frame = () => {
      const { name, argument, begin } = state()
      if (begin && control && look() != before) see()
      if (begin && seen && !isSigned) {
        isSigned = true
        painted(sign => { if (!state().sign) put({ sign }) })
      }
      if (begin && conditions[name](argument)) {
        isLooping = false
        return painted(end => put({ end, sign: state().sign ?? end }))
      }
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }

  new MutationObserver(changes => {
    if (changes.some(({ type, attributeName }) => type != 'attributes' || !unseen.test(attributeName))) see()
  }).observe(document, { attributes: true, childList: true, characterData: true, subtree: true })

  // Where another page takes the place of the one that was pressed, it is the sign.
  if (state().name && !state().end) {
    see()
    loop()
  }
  window.watch = watch
})()
