// A row is deleted without leaving the list; what can be undone appears below.

// A row that was drawn aside goes back when something else is touched.
let drawnAside

addEventListener('scroll', ({ target }) => {
  if (target.matches?.('#rows li, .sides li')) drawnAside = target
}, true)

addEventListener('pointerdown', ({ target }) => {
  if (!drawnAside || drawnAside.contains(target)) return
  drawnAside.scrollTo({ left: 0, behavior: 'smooth' })
  drawnAside = undefined
}, true)

// What can be undone, as a page of the server has it.
const showUndo = page => {
  $('body > .undo')?.remove()
  const undo = $('body > .undo', page)
  if (undo) document.body.append(undo)
  announce(undo && $('.grow', undo).textContent)
}

const removeRow = async (item, page) => {
  const list = item.parentElement
  const all = allRows()
  const place = all.indexOf($('.row', item))
  const next = all[place + 1] ?? all[place - 1]
  const hadFocus = item.contains(active()) || active() == document.body
  item.classList.add('leaving')
  await Promise.allSettled(item.getAnimations().map(animation => animation.finished))
  item.remove()
  if (!list.children.length) {
    heading(list)?.remove()
    list.remove()
  }
  if (!next) rows.replaceChildren(...$('#rows', page).childNodes)
  settle()
  if (hadFocus) next?.focus()
}

on('submit', '#rows', async (form, event) => {
  const button = event.submitter
  const item = button.closest('li')
  if (!item || button.isPlain) return
  event.preventDefault()
  // The news of it may be here before the answer.
  item.ariaBusy = 'true'
  const answer = await quietly(load(button.formAction, { method: 'POST', body: new URLSearchParams(new FormData(form)) }))
  if (!answer) return item.ariaBusy = null
  const { response, page } = answer
  // A refusal or a question is a page of its own.
  if (!response.ok || $('.scrim', page)) {
    button.isPlain = true
    return form.requestSubmit(button)
  }
  for (const selector of ['#count', '.tabs [aria-current] .n']) {
    const theirs = $(selector, page)
    if (theirs) $(selector)?.replaceWith(theirs)
  }
  showUndo(page)
  if (record() && $('.row', item).ariaCurrent) {
    history.replaceState(null, '', response.url)
    put(page, location.pathname)
  }
  await removeRow(item, page)
})
