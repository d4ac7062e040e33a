// Everything by keyboard: arrows, Return, Delete, "/" for search, "n" for new, Escape, Ctrl-Z.

const walk = step => {
  const all = allRows()
  const place = all.indexOf(document.activeElement.closest('.row'))
  const row = place < 0 ? chosenRow() ?? all[0] : all[place + step]
  row?.focus()
  return row
}

const escape = target => {
  const cancel = $('.sheet[open] [data-part=cancel]')
  if (cancel) cancel.click()
  else if (target.id == 'q' && target.value) {
    target.value = ''
    target.dispatchEvent(new InputEvent('input', { bubbles: true }))
  } else if (isTyping(target)) {
    target.blur()
    chosenRow()?.focus()
  }
}

const keys = {
  ArrowDown: target => (!isTyping(target) || target.id == 'q') && rows() && walk(1),
  ArrowUp: target => !isTyping(target) && rows() && walk(-1),
  Home: target => target.closest('#rows') && (allRows()[0].focus(), true),
  End: target => target.closest('#rows') && (allRows().at(-1).focus(), true),
  Delete: target => target.matches('#rows .row') && (target.nextElementSibling?.click(), true),
  '/': target => !isTyping(target) && $('#q') && ($('#q').select(), $('#q').focus(), true),
  n: target => !isTyping(target) && $('[data-part=new]') && ($('[data-part=new]').click(), true),
}
keys.Backspace = keys.Delete

addEventListener('keydown', event => {
  const { key, target } = event
  if (event.defaultPrevented || event.isComposing || $('dialog:modal')) return
  if (key == 'Escape') return escape(target)
  const isUndo = key.toLowerCase() == 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
  if (isUndo && !isTyping(target)) $('body > .undo button')?.click()
  if (isModified(event) || $('.scrim')) return
  if (keys[key]?.(target)) event.preventDefault()
})

addEventListener('focusin', event => {
  const row = event.target.closest?.('#rows .row')
  if (row) rove(row)
})
