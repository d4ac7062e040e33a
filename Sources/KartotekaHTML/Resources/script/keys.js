// Everything by keyboard: arrows, Return, Delete, "/" for search, "n" for new, Escape, Ctrl-S, Ctrl-Z, Ctrl-Shift-Z.

import { $, active, goTo, isModified, isOff, isTyping, own, press, written } from './page.js'
import { differs, edited, fields, forms, showFault } from './fields.js'
import { hasUnsaved } from './leaving.js'
import { kind } from './rows.js'
import './engines.js'
import './undo.js'

const walk = step => {
  const all = kind.allRows()
  const place = all.indexOf(active().closest('.row, .no a, .event'))
  return goTo(place < 0 ? kind.chosenRow() ?? all[0] : all[place + step])
}

// Keys that do something each time they are pressed, and once while they are held.
const single = new Set(['Delete', '/', 'n'])

// What is done is taken back where nothing is typed or ticked, and after what is on its way has arrived.
const pressUndo = async selector => {
  if ($('.scrim')) return
  await kind.saving(true)
  await written()
  if (!hasUnsaved()) press($('body > .undo ' + selector))
}

// What a key does; whether it did anything.
const keys = {
  ArrowDown: target => target.id == 'q' ? kind.found().then(() => target == active() && walk(1)) : !isTyping(target) && walk(1),
  ArrowUp: target => !isTyping(target) && walk(-1),
  Home: target => !isTyping(target) && target.closest('#rows') && goTo(kind.allRows()[0]),
  End: target => !isTyping(target) && target.closest('#rows') && goTo(kind.allRows().at(-1)),
  Delete: target => target.matches('#rows :is(.row, .no a)') && kind.remove(target),
  '/': target => !isTyping(target) && goTo($('#q, #rows [type=search]')),
  n: target => !isTyping(target) && press($('[data-part=new]')),
}

const onEscape = target => {
  if (press($('.sheet[open] [data-part=cancel]'))) return
  if (target.matches('#q, #rows [type=search]') && target.value) {
    target.value = ''
    kind.search(target)
  } else kind.letGo(target)
}

// Ctrl-S saves the form in use. The browser's own command would save the page as a file.
addEventListener('keydown', event => {
  if (event.key != 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  const candidates = [active().closest(edited), active().form, forms().find(differs), forms()[0]]
  // A search has no button that saves.
  const save = candidates.flatMap(form => form ? [...own(form, 'elements')] : []).find(element => element.matches('.main, .add:focus-within button'))
  if (!save) return
  event.preventDefault()
  press(save)
  if (save.disabled) fields(save.form).forEach(showFault)
})

addEventListener('keydown', event => {
  const { key, target } = event
  if (event.defaultPrevented || event.isComposing || $('dialog:modal')) return
  if (key == 'Escape') {
    // Or the same key would close what it has just opened.
    event.preventDefault()
    onEscape(target)
  }
  if ((event.ctrlKey || event.metaKey) && !isTyping(target) && !event.repeat) {
    const isRedo = key == 'y' || key == 'Z' || key == 'z' && event.shiftKey
    if (isRedo) pressUndo('.redoes button')
    else if (key == 'z') pressUndo('.undoes button')
    // As in Finder. Backspace alone is for a text that is no longer in focus.
    else if (key == 'Backspace' && !$('.scrim') && keys.Delete(target)) event.preventDefault()
  }
  // A key in a table of cells begins a cell.
  if (event.repeat && single.has(key) || single.has(key) && key != 'Delete' && target.closest('.grid')) return
  if (!isModified(event) && !isOff(key) && !$('.scrim') && keys[key]?.(target)) event.preventDefault()
})
