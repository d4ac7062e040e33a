// The service worker: keeps the pages that were opened, so that they can be read again without a connection. The network
// comes first; what is kept is shown only where the server can't be reached, with a bar that says as of when it is.
// It keeps nothing but pages and what they load from /assets: no answers of the API, nothing of other servers.

const worker = /** @type {any} */ (self)
const pages = 'pages-1'
const files = 'files-1'
// Up to which change of each application its pages have been looked through for what was deleted.
const checks = 'checks-1'
const most = { pages: 200, files: 400, characters: 500_000, listed: 30, milliseconds: 7 * 86_400_000 }
// How long a page that is kept waits for the network, in milliseconds: longer than the server takes for a large page.
const patience = 6000
// How often, in milliseconds, the server is asked what was deleted elsewhere, and how long it rests when it has said so.
const [pause, rest] = [60_000, 1000]
const offline = '/assets/offline'
const signIn = '/apps/sign-in'

// Whether the last page came from the cache. Its assets then come from the cache, too.
let isAway = false

// The page that follows the last form that was sent, by its client: what is kept of it may be older than what was saved.
let following = ''

const ignoringVary = { ignoreVary: true }

const keptAt = response => Number(response?.headers.get('kartoteka-kept'))
const isOld = response => !(Date.now() - keptAt(response) < most.milliseconds)

// What was kept for longer than a week goes: it may have been deleted since, elsewhere. The page about pages that are not kept stays.
const forgetOld = async () => {
  const cache = await caches.open(pages)
  for (const key of await cache.keys()) {
    if (new URL(key.url).pathname != offline && isOld(await cache.match(key, ignoringVary))) await cache.delete(key)
  }
}

// The browser may refuse more space; then as much is kept as there is.
const store = async (name, key, response) => {
  const cache = await caches.open(name)
  try {
    // What is replaced moves to the end of the keys.
    await cache.put(key, response)
  } catch (error) {
    if (error.name != 'QuotaExceededError') throw error
  }
  const keys = await cache.keys()
  for (const old of keys.slice(0, -most[name == pages ? 'pages' : 'files'])) await cache.delete(old)
}

// Of tags alone: a text may look like an attribute.
const keepFiles = async html => {
  const cache = await caches.open(files)
  for (const [, path] of html.matchAll(/<\w[^>]*? (?:href|src)="?(\/assets\/[^"\s>]+\.\w+)/g)) {
    if (await cache.match(path, ignoringVary)) continue
    const response = await fetch(path)
    if (response.ok) await store(files, path, response)
  }
}

// The pages of applications that the home page no longer lists go.
const forgetApps = async html => {
  const cache = await caches.open(pages)
  for (const key of await cache.keys()) {
    const [, name] = new URL(key.url).pathname.split('/')
    if (name && name != 'assets' && !html.includes(`"/${name}"`)) await cache.delete(key)
  }
}

const template = html => html.match(/ data-offline="([^"]*)"/)?.[1]
const appOf = href => new URL(href).pathname.split('/')[1]

// By the address of an application: its changes after a place.
const note = async (app, changes) => {
  const headers = { 'kartoteka-kept': String(Date.now()) }
  await (await caches.open(checks)).put(app, new Response(changes.href, { headers }))
}

// The first page of an application that is kept says from where on its changes matter.
const noteFirst = async (href, html) => {
  const changes = html.match(/ data-changes="?([^"\s>]+)/)?.[1]
  const app = new URL('/' + appOf(href), href).href
  if (changes && !await (await caches.open(checks)).match(app)) await note(app, new URL(changes, href))
}

const language = html => html.match(/<html lang="?([\w-]+)/)?.[1] ?? 'en'

const keep = async (href, response) => {
  const type = response.headers.get('content-type') ?? ''
  const isLasting = !response.headers.get('cache-control')?.includes('no-store')
  if (response.status != 200 || response.redirected || !isLasting || !type.startsWith('text/html')) {
    // A copy that nobody reads would stay in memory.
    await response.body?.cancel()
    return
  }
  const html = await response.text()
  // Pages without it are not Kartoteka's: another program may serve them beside it.
  if (html.length > most.characters || !template(html)) return
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set('kartoteka-kept', String(Date.now()))
  await noteFirst(href, html)
  await store(pages, href, new Response(html, { headers }))
  await keepFiles(html)
  const { pathname } = new URL(href)
  if (pathname == '/') await forgetApps(html)
  await forgetOld()
  if (pathname == offline) return
  const other = await (await caches.match(offline, ignoringVary))?.text()
  if (!other || language(other) != language(html)) await keepOffline()
}

// The page about pages that are not kept, in the language that pages have now.
const keepOffline = async () => keep(new URL(offline, location.href).href, await fetch(offline))

const isRecord = href => /\/~?-?\d+$/.test(new URL(href).pathname)

// A record is kept at each address by which it was reached.
const forget = async href =>
  (await caches.open(pages)).delete(href, { ...ignoringVary, ignoreSearch: isRecord(href) })

// If nobody is signed in any more, the kept pages are those of another person.
const forgetPerson = () => Promise.all([caches.delete(pages), caches.delete(checks)])

// Where something was deleted elsewhere, the pages with it go: its own, those below, and those that lead to it. Without paths all
// of the application go, which the address of one of them names.
const forgetDeleted = async (href, paths) => {
  const cache = await caches.open(pages)
  const names = paths?.map(path => new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`))
  for (const key of await cache.keys()) {
    if (appOf(key.url) != appOf(href)) continue
    const html = names && await (await cache.match(key, ignoringVary))?.text()
    if (!names || names.some(name => name.test(key.url) || name.test(html))) await cache.delete(key)
  }
}

// What was deleted elsewhere and is not forgotten yet, by the open page that told of it: paths, or nothing for all.
/** @type {Map<string, string[] | undefined>} */
const gone = new Map()
let forgetting

// Deletions come one by one. Those that come while others are being forgotten wait, and are forgotten together. The open page is
// kept as it is now.
const forgetAll = async () => {
  for (const [open, paths] of gone) {
    gone.delete(open)
    await forgetDeleted(open, paths)
    const response = await fetch(open).catch(() => undefined)
    if (response) await keep(open, response).catch(() => undefined)
  }
}
const told = ({ open, paths }) => {
  const known = gone.get(open)
  const all = [...known ?? [], ...paths ?? []]
  const isAny = !paths || gone.has(open) && !known || all.length > 100
  gone.set(open, isAny ? undefined : all)
  return forgetting ??= forgetAll().finally(() => { forgetting = undefined })
}

// The events of a stream until it rests, each with its place and its data. Those that come later are heard next time.
const heard = async response => {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const end = Date.now() + 10 * rest
  let text = ''
  for (;;) {
    let timer
    const resting = new Promise(end => { timer = setTimeout(end, rest, { done: true }) })
    const { value, done } = await Promise.race([reader.read(), resting])
    clearTimeout(timer)
    if (done) break
    text += value
    // The others are heard next time.
    if (Date.now() > end) break
  }
  reader.cancel().catch(() => undefined)
  return text.split('\n\n').slice(0, -1).map(block => {
    const field = name => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
    return { place: field('id'), data: field('data') }
  })
}

// What was deleted of an application since its pages were looked through, wherever that was: pages with it go.
const check = async (app, changes) => {
  const response = await fetch(changes, { cache: 'no-store' })
  if (response.status == 404) {
    await forgetDeleted(app)
    return await (await caches.open(checks)).delete(app)
  }
  if (!response.ok) return
  let isAny = false
  const paths = []
  for (const { place, data } of await heard(response)) {
    if (!data) continue
    if (place) changes.searchParams.set('after', place)
    const { entity, deleted = [], all } = JSON.parse(data)
    // Saved views and settings are no records.
    if (entity == 'settings') continue
    isAny ||= !entity || all
    const base = `${new URL(app).pathname}/${encodeURIComponent(entity)}/`
    for (const id of deleted) paths.push(`${base}${id}`, `${base}~${id}`)
  }
  if (isAny || paths.length > 100) await forgetDeleted(app)
  else if (paths.length) await forgetDeleted(app, paths)
  await note(app, changes)
}

// All applications of which pages are kept, one after the other.
const checkEach = async () => {
  const cache = await caches.open(checks)
  for (const { url } of await cache.keys()) {
    const known = await cache.match(url)
    if (!known || Date.now() - keptAt(known) < pause) continue
    await check(url, new URL(await known.text())).catch(() => undefined)
  }
}
let checking
const checkAll = () => checking ??= checkEach().finally(() => { checking = undefined })

const escaped = text => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
const unescaped = text => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
  .replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&')

const moment = (at, html) => {
  const date = new Date(at)
  const isToday = date.toDateString() == new Date().toDateString()
  // The server writes days and times in English as in Britain, except for browsers of the United States.
  return date.toLocaleString(language(html).replace(/^en$/, 'en-GB'), isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
}

const find = async href => {
  const cache = await caches.open(pages)
  const exact = await cache.match(href, ignoringVary)
  // A record is the same by whichever way it was reached; a list is not. The newest copy counts.
  if (!isRecord(href)) return isOld(exact) ? undefined : exact
  const all = await cache.matchAll(href, { ...ignoringVary, ignoreSearch: true })
  const newest = [...all].sort((one, other) => keptAt(other) - keptAt(one))[0]
  return isOld(newest) ? undefined : newest
}

// A page that is kept, marked as such.
const kept = async href => {
  const response = await find(href)
  if (!response) return
  const html = await response.text()
  const text = unescaped(template(html)).replace('{time}', moment(keptAt(response), html))
  const headers = new Headers(response.headers)
  headers.set('kartoteka-as-of', encodeURIComponent(text))
  return new Response(`${html}<p class="undo trouble as-of" role="alert">${escaped(text)}</p>`, { headers })
}

// What stands where a page is not kept: links to the newest of those that are.
const unopened = async href => {
  const cache = await caches.open(pages)
  const response = await cache.match(offline, ignoringVary)
  if (!response) return Response.error()
  // Another program may be beside this one, and its pages are no concern of this worker.
  const known = [...await cache.keys(), ...await (await caches.open(checks)).keys()].map(({ url }) => appOf(url))
  // The home page and the search over everything are Kartoteka's wherever the worker is.
  if (!['', 'search', ...known].includes(appOf(href)) && !known.includes('')) return Response.error()
  let rows = ''
  for (const { url } of [...await cache.keys()].reverse().slice(0, most.listed)) {
    const { pathname, search } = new URL(url)
    const page = await cache.match(url, ignoringVary)
    const title = isOld(page) ? undefined : (await page.text()).match(/<title>([^<]*)/)?.[1]
    if (pathname != offline && title) rows += `<li><a class=row href="${escaped(pathname + search)}"><span class=t>${title}</span></a></li>`
  }
  const html = (await response.text()).replace(/<ul id="?kept"?[^>]*>/, list => list + rows)
  return new Response(html, { status: 503, headers: response.headers })
}

// The answer of the network; of what is kept where there is none, or it takes too long.
const answer = async (href, network, otherwise, isAfterForm = false) => {
  // The browser may refuse its storage.
  const found = isAfterForm ? undefined : await find(href).catch(() => undefined)
  let timer
  try {
    const late = new Promise((_, reject) => {
      if (found) timer = setTimeout(reject, patience)
    })
    const response = await Promise.race([network, late])
    // A proxy answers so for a server that is away.
    if (found && (response.status == 502 || response.status == 504)) throw response.status
    isAway = false
    return response
  } catch {
    isAway = true
    // Nobody waits for it any more.
    network.catch(() => undefined)
    return found && await kept(href).catch(() => undefined) || await otherwise(href)
  } finally {
    clearTimeout(timer)
  }
}

const page = async (event, href) => {
  const network = (async () => {
    const response = await fetch(event.request)
    if (response.status == 404 || response.status == 410) event.waitUntil(forget(href))
    else if (new URL(href).pathname == signIn) event.waitUntil(forgetPerson())
    else event.waitUntil(keep(href, response.clone()).then(checkAll))
    return response
  })()
  return answer(href, network, unopened, event.resultingClientId == following)
}

// A record that a script puts beside its list. Its whole page is asked for and kept, from which the script takes the record.
const record = async (event, url) => {
  url.searchParams.delete('part')
  const network = (async () => {
    const response = await fetch(url, { headers: { accept: 'text/html' }, signal: event.request.signal })
    if (response.status == 404 || response.status == 410) event.waitUntil(forget(url.href))
    else event.waitUntil(keep(url.href, response.clone()).catch(() => undefined))
    return response
  })()
  return answer(url.href, network, () => Response.error())
}

const file = async request => await (await caches.open(files)).match(request, ignoringVary) ?? fetch(request)

worker.addEventListener('install', event => {
  worker.skipWaiting()
  event.waitUntil(keepOffline())
})

worker.addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (![pages, files, checks].includes(name)) await caches.delete(name)
  await forgetOld()
  // Firefox drops a page whose preload fails, whatever is kept of it. Workers of earlier versions had switched it on.
  await worker.registration.navigationPreload?.disable()
  await worker.clients.claim()
})()))

worker.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method == 'POST' && request.mode == 'navigate') following = event.resultingClientId
  if (request.method == 'POST' && url.origin == location.origin && url.pathname.endsWith('/delete')) {
    const deleted = url.origin + url.pathname.slice(0, -'/delete'.length)
    // What is no record is all data of the application, or a part of it.
    event.waitUntil(isRecord(deleted) ? forget(deleted) : forgetDeleted(deleted))
  }
  if (request.method != 'GET' || url.origin != location.origin) return
  url.hash = ''
  // A file that a page shows in a frame is no page.
  if (request.destination == 'iframe') return
  if (request.mode == 'navigate') event.respondWith(page(event, url.href))
  else if (url.searchParams.get('part') == 'record') event.respondWith(record(event, url))
  else if (isAway && url.pathname.startsWith('/assets/')) event.respondWith(file(request))
})

// The page that was open before there was a worker, or what was deleted elsewhere.
worker.addEventListener('message', event => {
  const { data } = event
  if (new URL(data.open ?? data).origin != location.origin) return
  event.waitUntil(data.open ? told(data) : fetch(data).then(response => keep(data, response)).catch(() => undefined))
})
