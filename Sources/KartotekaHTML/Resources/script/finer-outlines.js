// Finer outlines of countries, from near by.

import { parsed } from './markup.js'
import { $, $$ } from './page.js'

// The drawing of all the world, and the finer outline of each country that was loaded: a path, or while it loads a promise.
const [worldFile] = $('#base').getAttribute('href').split('#')
const outlines = new Map()

const outline = async code => {
  const response = await fetch(`${$('#atlas').dataset.outlines}/${code}.svg`)
  if (!response.ok) throw 'refused'
  const drawing = await parsed(response, 'image/svg+xml')
  const path = document.importNode($('path', drawing), true)
  path.id = 'fine-' + code
  return { path, size: extent(path.getAttribute('d')) / 2 }
}

// How wide or high a path is: `M` and a point, `l` and steps from point to point, `z`, in halves of a unit.
const extent = path => {
  const least = [Infinity, Infinity], most = [-Infinity, -Infinity]
  for (const ring of path.split('z')) {
    const place = [0, 0]
    for (const [index, step] of (ring.match(/-?\d+/g) ?? []).entries()) {
      const axis = index % 2
      place[axis] += +step
      least[axis] = Math.min(least[axis], place[axis])
      most[axis] = Math.max(most[axis], place[axis])
    }
  }
  return Math.max(most[0] - least[0], most[1] - least[1])
}

const loaded = code => {
  if (!outlines.has(code)) {
    outlines.set(code, outline(code).then(it => { outlines.set(code, it) }, () => { outlines.delete(code) }))
  }
  return outlines.get(code)
}

// The codes of all countries, as far as the drawing of the world was looked into.
let countries = []
const svg = name => document.createElementNS('http://www.w3.org/2000/svg', name)
const use = href => {
  const element = svg('use')
  element.setAttribute('href', href)
  return element
}

/**
 * Draws each country as finely as it is loaded; one that is too small for that stays a dot. Where none is, all land is
 * one drawing. The other countries stay as they are, for whoever moves the map far before all is loaded.
 * @param {number} k how many pixels a unit of the map is
 */
export const refineLand = k => {
  const codes = $('#pins').dataset.fine?.split(' ') ?? []
  const fine = codes.filter(code => outlines.get(code)?.size * k > 14)
  const base = $('#base')
  const key = fine.join()
  if ((base.dataset.fine ?? '') != key) {
    $('#fine')?.remove()
    const store = svg('defs')
    store.id = 'fine'
    store.append(...fine.map(code => outlines.get(code).path))
    $('#world').prepend(store)
    const next = key ? svg('g') : use(worldFile + '#world')
    next.append(...key ? countries.map(code => use(landOf(code, fine))) : [])
    next.id = 'base'
    next.dataset.fine = key
    next.setAttribute('class', base.getAttribute('class'))
    base.replaceWith(next)
  }
  for (const element of $$('#lands use, #outline use')) {
    element.setAttribute('href', landOf(element.getAttribute('href').slice(-2), fine))
  }
}
const landOf = (code, fine) => fine.includes(code) ? '#fine-' + code : `${worldFile}#${code}`

/**
 * Loads the outlines of the countries in view, and draws them.
 * @param {() => number} zoom how many pixels a unit of the map is by then
 */
export const loadOutlines = async zoom => {
  const { fine } = $('#pins').dataset
  if (fine && !countries.length) {
    const drawing = await (await fetch(worldFile)).text()
    countries = [...drawing.matchAll(/id="([A-Z]{2})"/g)].map(([, code]) => code)
  }
  await Promise.all(fine?.split(' ').map(loaded) ?? [])
  if (fine == $('#pins').dataset.fine) refineLand(zoom())
}
