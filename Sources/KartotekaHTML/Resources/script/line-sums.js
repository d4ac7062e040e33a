// The sums of a record with its lines, as one types. The server decides; what is worked out here is shown until it has
// answered.

import { $, $$, own } from './page.js'

/** The form. @type {() => any} */
export const draft = () => $('#lines-form')

// An amount as the language writes it, after the server's examples.
const money = amount => {
  const { large, few, scale } = draft().dataset
  const [before, digits, after] = /^(\D*)(.*\d)(\D*)$/.exec(large).slice(1)
  const places = Number(scale)
  const separator = digits[1]
  const text = String(amount).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const groups = whole.length > (few.includes('1' + separator) ? 3 : 4)
    ? whole.replace(/\B(?=(\d{3})+$)/g, separator) : whole
  return before + groups + (places ? digits.at(-1 - places) + text.slice(-places) : '') + after
}

// What was typed as a whole number of the unit with so many digits after the point; nothing for what is no number.
const units = (text, places) => {
  const [whole, part = ''] = text.trim().replace(',', '.').split('.')
  if (!/^\d{1,12}$/.test(whole) || !/^\d*$/.test(part) || part.length > places) return
  return BigInt(whole + part.padEnd(places, '0'))
}

/**
 * Adds up by the server's formula, in whole numbers of the smallest unit: rounded half up, line by line.
 * @type {() => void}
 */
export const recount = () => {
  const form = draft()
  if (!form.dataset.scale) return
  let full = 0n
  let due = 0n
  // A line that can't be read has no amount, and neither has the whole.
  let isUnclear = false
  for (const line of $$('.line[data-price]', form)) {
    if ($('[aria-invalid=true]', line)) {
      isUnclear = true
      $('.sum', line).textContent = '–'
      continue
    }
    const field = $('.step input', line)
    // Lines that stay as they are: the server adds them up.
    if (!field) return
    const count = units(field.value, 0)
    const percent = units($('.off input', line)?.value || '0', 2)
    if (count == null || percent == null || percent > 10000n) return
    const all = BigInt(line.dataset.price) * count
    const amount = (all * (10000n - percent) * 2n + 10000n) / 20000n
    $('.sum', line).textContent = money(amount)
    full += all
    due += amount
  }
  if (isUnclear) {
    for (const sum of $$('.sums dd, #sum-due', form)) sum.textContent = '–'
    return
  }
  $('#sum-lines').textContent = money(full)
  const off = $('#sum-off')
  if (off) off.textContent = (full > due ? '−' : '') + money(full - due)
  const { tax } = form.dataset
  for (const field of $$('.sums input', form)) {
    if (field.name == tax) continue
    const extra = units(field.value || '0', Number(form.dataset.scale))
    if (extra == null) return
    due += extra
  }
  if (tax) {
    const rate = units(own(form, 'elements')[tax].value || '0', 2)
    if (rate == null || rate > 10000n) return
    const amount = (due * rate * 2n + 10000n) / 20000n
    const row = $('#sum-tax')
    if (row) row.textContent = money(amount)
    due += amount
  }
  $('#sum-due').textContent = money(due)
}
