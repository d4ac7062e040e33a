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

const formatPhone = typed => {
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

// An extension is left for the server to refuse: its digits are none of the number.
const hasExtension = text => {
  const characters = [...text]
  let digits = 0
  return characters.some((character, place) => {
    if (digitOf(character)) digits++
    else if (digits >= 6 && /[\p{L};,#]/u.test(character)) return digitsOf(characters.slice(place).join(''))
  })
}

// The caret stays before the digit it stood before.
const writePhone = field => {
  if (hasExtension(field.value)) return
  const caret = field.selectionStart
  const text = formatPhone(field.value)
  if (text == field.value) return
  let behind = digitsOf(field.value.slice(caret)).length
  let place = text.length
  for (; behind > 0; place--) if (/\d/.test(text[place - 1])) behind--
  while (text[place - 1] == ' ') place--
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
  if (!event.isComposing && !isWriting && !event.inputType?.startsWith('history')) writePhone(field)
}, true)
on('compositionend', phone, field => {
  writePhone(field)
  wake(field.form)
})

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
