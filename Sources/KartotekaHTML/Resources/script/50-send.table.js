// Rows are added, changed and deleted without leaving the table.

on('submit', '#add, #edit, #d, .undo form', async (form, event) => {
  if (event.defaultPrevented || isLeaving) return
  event.preventDefault()
  if (form.ariaBusy || !form.matches('#edit, #d') && !await mayLeave(rows)) return
  form.ariaBusy = 'true'
  const answer = await quietly(load(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) }))
  form.ariaBusy = null
  if (answer) came(form, answer)
}, true)

const came = (form, { response, page }) => {
  const { redirected } = response
  if (redirected) forgetUnsaved(unsavedPrefix(form))
  const url = new URL(response.url)
  // What was done leads elsewhere.
  if (redirected && url.pathname != listAddress().pathname) {
    isLeaving = true
    return location.assign(url)
  }
  // A question, or a page of its own.
  if ($('.scrim', page) || !$('#rows', page)) {
    isLeaving = true
    return form.requestSubmit()
  }
  const id = chosen()?.dataset.id
  const near = url.searchParams.get('near')
  if (redirected) {
    url.searchParams.delete('near')
    history.replaceState(null, '', url)
  }
  put(page, { anchor: redirected && form.id != 'edit' ? near : id, isAdded: form.id == 'add' })
  if (!redirected) return goTo($('[autofocus], .chosen .bad', rows))
  const row = rowOf(near)
  if (!form.matches('#edit, #d')) row?.scrollIntoView({ block: 'nearest' })
  const next = form.id != 'add' ? $('.no a', row ?? rows) : desk.matches && $('.add [name]', rows)
  if (next) next.focus({ preventScroll: true })
}
