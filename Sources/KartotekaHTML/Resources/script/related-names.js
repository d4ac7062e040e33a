// Fields of tables for a related record suggest the titles of those that what is typed finds.

import { instead, on } from './page.js'

let suggesting
let typed

const regions = new Intl.DisplayNames(document.documentElement.lang, { type: 'region' })

// What a record is called, by what its title is made of: a country has a name in every language.
const titleOf = (item, titles) => titles.map(title => {
  const [name, isCountry] = title.split(':')
  return isCountry && item[name] ? regions.of(item[name]) : item[name]
}).filter(Boolean).join(' ')

const suggest = async field => {
  const text = field.value.replace(/\s*·\s*\d+$/, '').trim()
  suggesting = instead(suggesting)
  const response = await fetch(field.dataset.suggest + encodeURIComponent(text), { signal: suggesting.signal })
  if (!response.ok) return
  const titles = field.dataset.titles.split(' ')
  field.list.replaceChildren(...(await response.json()).items.map(item => {
    const option = document.createElement('option')
    option.value = `${titleOf(item, titles)} · ${item.id}`
    return option
  }))
}

for (const type of ['focusin', 'input']) on(type, '[data-suggest]', field => {
  clearTimeout(typed)
  if ([...field.list.options].some(option => option.value == field.value)) return
  // Without suggestions one still types a number or a name.
  typed = setTimeout(() => suggest(field).catch(() => {}), 120)
})
