// Writes telephone numbers while they are typed as PhoneFormatter does wherever else they come in.

import { active, on } from './page.js'
import { wake } from './leaving.js'

const digitOf = character => {
  if (!/\p{Nd}/u.test(character)) return ''
  // The digits of a script stand together, ten by ten.
  const code = character.codePointAt(0)
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
const digitsOf = text => [...text].map(digitOf).join('')

// ITU-T E.164: these prefixes begin country codes of three digits; zones 1 and 7 have one; all others two.
const three = /^(2[1-689]|3[578]|42|5[09]|6[789]|8[0578]|9[67]|99[234568])/
const codeLength = digits => /^[17]/.test(digits) && digits.length <= 11 ? 1 : three.test(digits) ? 3 : 2

// The zero in +44 (0)20 is dialled within the country only; in Italy and San Marino from everywhere.
const withoutTrunkZero = text => text.replace(/^(\s*(?:\+|00)(?! *3 *(?:9|7 *8))[\d ]{1,4})\(0\)/, '$1')

const formatNumber = typed => {
  const text = withoutTrunkZero(typed)
  let digits = digitsOf(text)
  let hasPlus = [...text].find(character => character == '+' || digitOf(character)) == '+'
  if (!hasPlus && /^00./.test(digits)) {
    digits = digits.slice(2)
    hasPlus = true
  }
  if (!hasPlus) return digits
  const length = codeLength(digits)
  const national = digits.slice(length)
  const groups = national.length > 10 ? [national] : [national.slice(0, 3), national.slice(3, 6), national.slice(6)]
  return ['+' + digits.slice(0, length), ...groups].filter(Boolean).join(' ')
}

const marks = 'x х × ext extn extension w wew wewn wewnętrzny wewnetrzny доб добавочный вн внутр внутренний'.split(' ')
const behind = /^[,; ]*([\p{L}×]*)[. :=\u00a0]*(#*)[. :=\u00a0-]*(\p{Nd}+)[. )\u00a0]*$/u

// What PhoneText makes of a text: where the number ends, the digits of its extension, and whether something else follows.
const partsOf = text => {
  let digits = 0
  let hasPause = false
  for (let end = 0; end < text.length; end += String.fromCodePoint(text.codePointAt(end)).length) {
    const character = String.fromCodePoint(text.codePointAt(end))
    if (digitOf(character)) digits++
    else if (/[\p{L}×,;#]/u.test(character)) {
      const [, word, sign, number] = text.slice(end).match(behind) || ['', '']
      const isPause = !word && !sign
      if (number && digits >= 3 && (!word || marks.includes(word.toLowerCase())) && number.length <= (isPause ? 4 : 6)
        && (!isPause || digits >= 6 && !hasPause)) return { end, extension: digitsOf(number) }
      if (digits >= 6) return { end: text.length, extension: '', hasRest: !!digitsOf(text.slice(end)) }
      hasPause ||= /[,;]/.test(character)
    }
  }
  return { end: text.length, extension: '' }
}

const formatPhone = (text, { end, extension } = partsOf(text)) => {
  const number = formatNumber(text.slice(0, end))
  if (!extension) return number
  // Without the zeros of 00 it may be no number that has extensions.
  return digitsOf(number).length < 3 ? formatNumber(text) : `${number} x${extension}`
}

// The mark of an extension that is being typed behind a number, as far as it is one: `e`, `ext.`, `w`. An x stands for itself,
// for a hash and for a comma, which are on a phone's keys.
const markBeingTyped = text => {
  const [, number, sign, word, rest] = text.match(/^(.*\p{Nd})[^\p{Nd}\p{L}×,;#]*(?:([,;#])|([\p{L}×]+)([. ]*))$/u) || []
  if (!number || digitsOf(number).length < 3) return ''
  if (sign) return ' x'
  let part = word
  while (part && !marks.some(mark => mark.startsWith(part.toLowerCase()))) part = part.slice(0, -1)
  return part && ' ' + part + (part == word && part.length > 1 ? rest : '')
}

// Letters that are none of a mark are dropped as they are typed. What is pasted and has more than a number and an extension is
// left for the server to refuse: its digits are none of the number.
const writePhone = (field, typed) => {
  let caret = field.selectionStart
  let parts = partsOf(field.value)
  if (parts.hasRest) {
    const before = field.value.slice(0, caret)
    const kept = before.replace(/\p{Nd}/u.test(typed) ? / ?[\p{L}×]+[. ]*(?=\p{Nd}$)/u : /[\p{L}×,;#]$/u, '')
    if (!typed || kept == before) return
    const rest = field.value.slice(caret)
    parts = partsOf(kept + rest)
    if (parts.hasRest) return
    caret = kept.length
    write(field, kept + rest, caret, parts)
  } else write(field, field.value, caret, parts)
}

// The caret stays before the digit it stood before; the x of an extension counts as one.
const write = (field, value, caret, parts) => {
  const mark = parts.extension ? '' : markBeingTyped(value)
  const text = formatPhone(value, parts) + mark
  if (text == field.value) return
  let behind = digitsOf(value.slice(caret)).length + (parts.extension && caret <= parts.end ? 1 : 0)
  let place = text.length
  if (behind || !mark) {
    for (; behind > 0; place--) if (/[\dx]/.test(text[place - 1])) behind--
    while (text[place - 1] == ' ') place--
  }
  if (caret > 0 && text[0] == '+') place ||= 1
  replace(field, text)
  field.setSelectionRange(place, place)
}

// What is written as if it was typed can be taken back like that.
const replace = (field, text) => {
  const old = field.value
  let start = 0
  while (start < Math.min(old.length, text.length) && old[start] == text[start]) start++
  let end = 0
  while (end < Math.min(old.length, text.length) - start && old.at(-1 - end) == text.at(-1 - end)) end++
  field.setSelectionRange(start, old.length - end)
  const part = text.slice(start, text.length - end)
  isWriting = true
  const isDone = active() == field && document.execCommand(part ? 'insertText' : 'delete', false, part)
  isWriting = false
  if (!isDone || field.value != text) field.value = text
}

let isWriting = false

const phone = '[data-format=phone]'

on('input', phone, (field, event) => {
  if (event.isComposing || isWriting || event.inputType?.startsWith('history')) return
  writePhone(field, event.inputType == 'insertText' ? event.data : '')
}, true)
on('compositionend', phone, (field, event) => {
  writePhone(field, event.data)
  wake(field.form)
})
// A mark without an extension is none of the number.
on('change', phone, field => {
  if (!partsOf(field.value).hasRest) field.value = formatPhone(field.value)
}, true)

// A space is none of the number: deleting it deletes the digit beyond.
on('beforeinput', phone, (field, event) => {
  if (isWriting) return
  const caret = field.selectionStart
  const isBack = event.inputType == 'deleteContentBackward'
  if (!isBack && event.inputType != 'deleteContentForward' || caret != field.selectionEnd) return
  if (field.value[isBack ? caret - 1 : caret] != ' ') return
  event.preventDefault()
  const start = isBack ? caret - 2 : caret
  const [before, after] = [field.value.slice(0, start), field.value.slice(start + 2)]
  replace(field, before + after)
  field.setSelectionRange(start, start)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
})
