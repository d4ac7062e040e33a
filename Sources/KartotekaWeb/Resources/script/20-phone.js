// Writes telephone numbers while they are typed as PhoneFormatter.swift does wherever else they come in.

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
const three = /^(2[1-689]|3[578]|42|5[09]|6[789]|8[05678]|9[67]|99[234568])/
const codeLength = digits => /^[17]/.test(digits) && digits.length <= 11 ? 1 : three.test(digits) ? 3 : 2

const formatPhone = text => {
  let digits = digitsOf(text)
  let plus = [...text].find(character => character == '+' || digitOf(character)) == '+'
  if (!plus && digits.length > 2 && digits.startsWith('00')) {
    digits = digits.slice(2)
    plus = true
  }
  if (!plus) return digits
  const length = codeLength(digits)
  const national = digits.slice(length)
  const groups = national.length > 10 ? [national] : [national.slice(0, 3), national.slice(3, 6), national.slice(6)]
  return ['+' + digits.slice(0, length), ...groups].filter(Boolean).join(' ')
}

// The caret stays before the digit it stood before.
const writePhone = field => {
  const caret = field.selectionStart
  const behind = digitsOf(field.value.slice(caret)).length
  const text = formatPhone(field.value)
  if (text == field.value) return
  field.value = text
  let place = text.length
  for (let left = behind; left > 0; place--) if (/\d/.test(text[place - 1])) left--
  while (text[place - 1] == ' ') place--
  if (caret > 0 && text[0] == '+') place = Math.max(place, 1)
  field.setSelectionRange(place, place)
}

const isPhone = field => field.dataset?.format == 'phone'

addEventListener('input', event => {
  if (isPhone(event.target) && !event.isComposing) writePhone(event.target)
}, true)
addEventListener('compositionend', event => {
  if (!isPhone(event.target)) return
  writePhone(event.target)
  wake(event.target.form)
})

// A space is none of the number: deleting it deletes the digit beyond.
addEventListener('beforeinput', event => {
  const field = event.target
  const step = { deleteContentBackward: -1, deleteContentForward: 1 }[event.inputType]
  if (!step || !isPhone(field) || field.selectionStart != field.selectionEnd) return
  const caret = field.selectionStart
  if (field.value[step < 0 ? caret - 1 : caret] != ' ') return
  event.preventDefault()
  const start = step < 0 ? caret - 2 : caret
  field.setRangeText('', start, start + 2, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
})
