// What keys do in tables.

const remove = async link => {
  const row = link.closest('tr')
  if (row != chosen()) await quietly(choose(row))
  press($('[form=d]', rows))
}

const letGo = async target => {
  const menu = $('.menu[open]')
  if (menu) {
    menu.open = false
    return goTo($('summary', menu))
  }
  if (target.closest('.add, .filter')) return target.blur()
  if (await mayLeave(rows)) quietly(leave())
}

// A press elsewhere closes the menu.
on('click', 'body', (body, { target }) => {
  for (const menu of $$('.menu[open]')) if (!menu.contains(target)) menu.open = false
})

// The row for a new record.
on('click', '[data-part=new], .empty a[href^="#"]', (link, event) => {
  const field = $('.add [name]', rows)
  if (!field || isModified(event)) return
  event.preventDefault()
  goTo(field)
})
