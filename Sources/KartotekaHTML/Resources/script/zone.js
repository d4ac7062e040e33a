// Moments are shown in the browser's time zone: a cookie names it where the server shows them in another one. A page in a zone that
// the person has chosen names none.

const zoneOf = name => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // One that this browser doesn't know is not its own.
  }
}

const zone = zoneOf()
const zoneCookie = `time-zone=${zone}`
const isZoneTold = () => document.cookie.split('; ').includes(zoneCookie)

if (zone != zoneOf(document.body.dataset.zone) && !isZoneTold()) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `${zoneCookie}; path=/; max-age=31536000; samesite=lax`
  // Where cookies are refused the page would be the same again; the answer to a form would be asked for by sending it again.
  if (isZoneTold() && !('answer' in document.body.dataset)) location.reload()
}
