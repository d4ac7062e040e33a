// Rules of the application are told before Save: the server checks a form when one of its fields has been filled in, and looks for
// records that are like a new one.

import { describe, differs } from './fields.js'
import { $, $$, announce, encoded, instead, load, on, own, quietly } from './page.js'

let checking

// Whether the fault is of the field, which somebody has filled in and Save found no fault with; of the record, once all
// that it needs is there.
const put = (fault, form) => {
  const name = fault.dataset.rule
  if (!name) {
    if (!form.checkValidity()) return false
    $('.group', form)?.before(fault)
    return true
  }
  const field = own(form, 'elements').namedItem(name)
  if (!field?.value || field.ariaInvalid) return false
  fault.id = field.id + '-e'
  field.closest('.field')?.append(fault)
  field.ariaInvalid = 'true'
  describe(field, fault.id)
  return true
}

// The faults of rules alone: those of a form that came back stay until it is saved.
const show = (form, page) => {
  const before = $$('[data-rule]', form)
  const texts = before.map(fault => fault.textContent)
  for (const fault of before) {
    const field = own(form, 'elements').namedItem(fault.dataset.rule)
    if (field) {
      field.ariaInvalid = null
      describe(field)
    }
    fault.remove()
  }
  for (const fault of $$('[data-rule]', page)) {
    if (put(fault, form) && !texts.includes(fault.textContent)) announce(fault.textContent)
  }
}

// What looks like a new record is told once.
const showAlike = (form, line) => {
  const before = $('[data-alike]', form)
  if (before?.textContent == line?.textContent) return
  before?.remove()
  if (!line) return
  $$('.group', form).at(-1)?.after(line)
  announce(line.textContent)
}

const check = async form => {
  checking = instead(checking)
  const request = { method: 'POST', body: encoded(form), signal: checking.signal }
  const { response, page } = await load(form.dataset.check, request)
  if (!response.ok || !form.isConnected) return
  show(form, page)
  showAlike(form, $('[data-alike]', page))
}

on('change', 'form[data-check]', form => quietly(check(form)))

// A new record may have values already: of the place in a calendar, or of the related record that it begins at. So has a form
// that came back from a choice.
for (const form of $$('form[data-check]')) if (form.dataset.edits == 'new' || differs(form)) quietly(check(form))
