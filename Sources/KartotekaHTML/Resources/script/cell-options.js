// Values to choose from in a cell: related records that are found while one types, and the options of a choice.

import { $, $$, part, seeker } from './page.js'

/**
 * The records that were found.
 * @type {() => any[]}
 */
export const options = () => $$('#cell-options [data-to]')
/**
 * The one that Return chooses.
 * @type {() => any}
 */
export const chosen = () => options().find(it => it.ariaSelected == 'true')

/**
 * Has Return choose a record.
 * @type {(option?: any) => void}
 */
export const choose = option => {
  for (const other of options()) other.ariaSelected = String(other == option)
  const field = $('#cell [role=combobox]')
  if (option) field.setAttribute('aria-activedescendant', option.id)
  else field.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

/**
 * The records that a text finds for the cell with a form at an address.
 * @type {(address: URL, text: string, signal?: AbortSignal) => Promise<HTMLElement>}
 */
export const lookUp = (address, text, signal) => {
  const url = new URL(address)
  url.searchParams.set('find', text)
  return part(url, 'cell', signal)
}

let address, shownFor

const finder = seeker(async (text, signal) => {
  const content = await lookUp(address, text, signal)
  const list = $('#cell-options')
  if (signal.aborted || !list) throw 'closed'
  list.replaceWith($('#cell-options', content))
  shownFor = text
  choose(chosen())
})

/** Looks for what is typed. @type {(text: string) => void} */
export const find = text => finder.soon(text)

/**
 * Whether the records that are shown were found for a text.
 * @type {(text: string) => boolean}
 */
export const foundFor = text => shownFor == text.trim()

/**
 * Begins with a cell: asks for its form. With its field, what is shown belongs to that.
 * @type {(of: URL, field?: any, isTouched?: boolean) => Promise<HTMLElement>}
 */
export const begin = (of, field, isTouched) => {
  address = of
  finder.stop()
  shownFor = isTouched ? undefined : field?.value.trim()
  if (isTouched) find(field.value.trim())
  return field ? Promise.resolve(field.form) : part(of, 'cell')
}

const folded = text => text.trim().toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/**
 * The option of a choice that a text means: the one it is, else the first that begins with it.
 * @type {(field: HTMLSelectElement, text: string) => HTMLOptionElement | undefined}
 */
export const optionFor = (field, text) => {
  const all = [...field.options]
  const meant = folded(text)
  return all.find(option => folded(option.text) == meant) ?? all.find(option => meant && folded(option.text).startsWith(meant))
}
