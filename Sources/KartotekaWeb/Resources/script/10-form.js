// Save wakes up when every field that is needed has a value and, on a stored card, one differs from what is stored.

const forms = () => $$('form[data-edits]')
const fields = form => [...form.elements].filter(field => field.name && field.type != 'hidden' && field.type != 'submit')
const shown = field => field.type == 'checkbox' ? String(field.checked) : field.value

const stored = field => {
  const { stored } = field.dataset
  if (field.type == 'checkbox') return stored ?? String(field.defaultChecked)
  if (field.matches('select')) return stored ?? ($('[selected]', field) ?? field.options[0])?.value
  // Browsers write dates and line ends in their own way; a copy does the same with what is stored.
  const copy = field.cloneNode()
  copy.value = stored ?? field.defaultValue
  return copy.value
}

const differs = form => fields(form).some(field => shown(field) != stored(field))
const isComplete = form => fields(form).every(field => !field.required || field.value.trim())

const wake = form => {
  const save = [...form.elements].find(element => element.matches('.main'))
  if (save) save.disabled = !(isComplete(form) && (form.dataset.edits == 'new' || differs(form)))
}

addEventListener('input', event => { if (event.target.form?.dataset.edits) wake(event.target.form) })
addEventListener('change', event => { if (event.target.form?.dataset.edits) wake(event.target.form) })
addEventListener('pageshow', () => {
  isLeaving = false
  forms().forEach(wake)
})

// Leaving with something typed asks first.
let isLeaving = false

// What was refused is not stored either, even though nothing was typed since.
const hasUnsaved = () => !isLeaving && forms().some(form => $('.err', form) || differs(form))

const mayLeave = () => new Promise(resolve => {
  if (!hasUnsaved()) return resolve(true)
  const dialog = $('#leave')
  dialog.returnValue = ''
  dialog.onclose = () => resolve(dialog.returnValue == 'discard')
  dialog.showModal()
})

addEventListener('beforeunload', event => { if (hasUnsaved()) event.preventDefault() })

addEventListener('click', async event => {
  const link = event.target.closest?.('a[href]')
  if (!link || link.download || isModified(event) || link.getAttribute('href')[0] == '#' || !hasUnsaved()) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!await mayLeave()) return
  isLeaving = true
  link.click()
}, true)

addEventListener('submit', event => {
  if (event.defaultPrevented || !event.target.matches('[data-edits], #d, .ask form')) return
  isLeaving = true
  // Pressed twice, a button would make two cards.
  setTimeout(() => $$('.main', event.target).forEach(button => { button.disabled = true }))
})

// Whatever is sent comes back to the search as it stands now.
addEventListener('formdata', event => {
  if (event.target.method != 'post') return
  const text = $('#q')?.value.trim()
  if (text) event.formData.set('_search', text)
  else event.formData.delete('_search')
})

// A phone's keyboard never covers the field in use: where it lies above the page, sheets keep clear of it.
const reveal = () => document.activeElement?.closest('.field')?.scrollIntoView({ block: 'nearest' })
addEventListener('focusin', () => requestAnimationFrame(reveal))
visualViewport?.addEventListener('resize', () => {
  const covered = Math.round(innerHeight - visualViewport.height * visualViewport.scale)
  document.documentElement.style.setProperty('--keys', `${Math.max(0, covered)}px`)
  reveal()
})
