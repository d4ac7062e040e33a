// Fields of formulas: the browser offers fields, functions and words for the one that is being typed at the end.

import { on } from './page.js'

const most = 12

// What is typed last: the longest end of the text, from the beginning of a word on, that is the beginning of something known.
const begin = (text, known) => {
  const lower = text.toLowerCase()
  for (const { index } of lower.matchAll(/(?<![\p{L}\p{N}_])[\p{L}{]/gu)) {
    if (known.some(word => word.toLowerCase().startsWith(lower.slice(index)))) return index
  }
  return text.length
}

const offer = field => {
  field.known ??= [...field.list.options].map(option => option.value)
  const text = field.value
  // Within a text in quotation marks there is none.
  const isQuoted = text.split('"').length % 2 == 0
  const start = isQuoted ? text.length : begin(text, field.known)
  const typed = text.slice(start).toLowerCase()
  const words = typed ? field.known.filter(word => word.toLowerCase().startsWith(typed) && word != text.slice(start)) : []
  field.list.replaceChildren(...words.slice(0, most).map(word => {
    const option = document.createElement('option')
    option.value = text.slice(0, start) + word
    return option
  }))
}

for (const type of ['focusin', 'input']) on(type, '[data-words]', offer)
