// A row is deleted without leaving the list; what can be undone appears below.

const takeOver = (selector, page) => {
  const mine = $(selector)
  const theirs = $(selector, page)
  if (mine && theirs) mine.textContent = theirs.textContent
}

const removeRow = async (item, page) => {
  const list = item.parentElement
  const row = $('.row', item)
  const all = allRows()
  const next = all[all.indexOf(row) + 1] ?? all[all.indexOf(row) - 1]
  const hadFocus = item.contains(document.activeElement) || document.activeElement == document.body
  item.classList.add('leaving')
  await Promise.allSettled(item.getAnimations().map(animation => animation.finished))
  item.remove()
  if (!list.children.length) {
    heading(list)?.remove()
    list.remove()
  }
  if (!next) rows().replaceChildren(...$('#rows', page).childNodes)
  settle()
  if (next && hadFocus) {
    rove(next)
    next.focus()
  }
}

addEventListener('submit', async event => {
  const button = event.submitter
  if (event.target.id != 'rows' || !button?.matches('.gone') || button.isPlain) return
  event.preventDefault()
  const item = button.closest('li')
  const isShown = desk.matches && $('.row', item).ariaCurrent
  const body = new URLSearchParams(new FormData(event.target))
  const answer = await quietly(load(button.formAction, { method: 'POST', body }))
  if (!answer) return
  const { response, page } = answer
  // A refusal or a question is a page of its own.
  if (!response.ok || $('.scrim', page)) {
    button.isPlain = true
    return event.target.requestSubmit(button)
  }
  takeOver('#count', page)
  takeOver('.tabs [aria-current] .n', page)
  $('body > .undo')?.remove()
  const undo = $('body > .undo', page)
  if (undo) document.body.append(undo)
  announce($('.grow', undo ?? page)?.textContent)
  if (isShown && $('article.record', page)) {
    $('article.record').replaceWith($('article.record', page))
    document.body.classList.replace('at-record', 'at-list')
    document.title = page.title
    history.replaceState(null, '', response.url)
    here = address()
  }
  await removeRow(item, page)
})
