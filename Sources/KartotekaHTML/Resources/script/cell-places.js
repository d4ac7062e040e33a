// Where cells of a list's table are: by their record and column, which remain when rows are replaced.

import { $, $$ } from './page.js'

/**
 * The cells of a row.
 * @type {(row: any) => any[]}
 */
export const cellsOf = row => $$('td', row)

/**
 * Where a cell is.
 * @type {(cell: any) => { id: string, place: number }}
 */
export const where = cell => ({ id: cell.parentElement.dataset.id, place: cellsOf(cell.parentElement).indexOf(cell) })

/**
 * The cell at a place; nothing where the row is not there.
 * @type {(place: { id: string, place: number }) => any}
 */
export const cellAt = ({ id, place }) => {
  const row = $(`.grid tr[data-id="${id}"]`)
  return row && cellsOf(row)[place]
}
