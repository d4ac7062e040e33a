// Fields of several names, with commas between: the browser offers names for the one that is being typed.

import { on } from './page.js'

const separator = /[,;]/
const most = 20

// Where the name begins that is being typed.
const begin = text => {
  for (let place = text.length; place > 0; place--) {
    if (separator.test(text[place - 1])) return place
  }
  return 0
}

const key = name => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

const offer = field => {
  field.known ??= [...field.list.options].map(option => option.value)
  const start = begin(field.value)
  const head = field.value.slice(0, start).trimEnd()
  const given = new Set(head.split(separator).map(key))
  const typed = key(field.value.slice(start))
  const names = field.known.filter(name => !given.has(key(name)) && key(name).includes(typed)).slice(0, most)
  field.list.replaceChildren(...names.map(name => {
    const option = document.createElement('option')
    option.value = head ? `${head} ${name}` : name
    return option
  }))
}

for (const type of ['focusin', 'input']) on(type, '[data-names]', offer)

// Return ends a name. After a comma there is none to end, and it saves as in other fields.
on('keydown', '[data-names]', (field, event) => {
  if (event.key != 'Enter' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (!field.value.slice(begin(field.value)).trim()) return
  event.preventDefault()
  field.value = `${field.value.trimEnd()}, `
  field.dispatchEvent(new Event('input', { bubbles: true }))
})
