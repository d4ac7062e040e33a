// The one place where a text becomes a document, and an address a worker. The policy of the pages (`require-trusted-types-for`)
// has the browser refuse every other one, as far as it knows Trusted Types (W3C).

/** The address of the service worker. */
const worker = '/assets/worker.js'

const policy = globalThis.trustedTypes?.createPolicy('kartoteka', {
  createHTML: text => text,
  createScriptURL: address => {
    if (address != worker) throw TypeError(address)
    return address
  },
})

/**
 * A response's document, apart from the page: its scripts do not run. What has the focus when such a page is opened is marked
 * with `data-focus`: WebKit moves the focus to an `autofocus` that is put in place, away from where a person types.
 * @type {(response: Response, type?: DOMParserSupportedType) => Promise<Document>}
 */
export const parsed = async (response, type = 'text/html') => {
  const text = await response.text()
  const page = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, type)
  for (const element of page.querySelectorAll('[autofocus]')) {
    element.removeAttribute('autofocus')
    element.setAttribute('data-focus', '')
  }
  return page
}

/** The address of the service worker, as the browser accepts it. */
export const workerAddress = () => policy ? policy.createScriptURL(worker) : worker
