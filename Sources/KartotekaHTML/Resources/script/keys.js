// Everything by keyboard: arrows, Return, Delete, "/" for search, "n" for new, Escape, Ctrl-S, Ctrl-Z, Ctrl-Shift-Z.

import { $, $$, active, goTo, isModified, isOff, isTyping, on, press } from './page.js'
import { differs, edited, forms } from './fields.js'
import { kind } from './rows.js'

const walk = step => {
  const all = kind.allRows()
  const place = all.indexOf(active().closest('.row, .no a, .event'))
  return goTo(place < 0 ? kind.chosenRow() ?? all[0] : all[place + step])
}

// What a key does; whether it did anything.
const keys = {
  ArrowDown: target => (!isTyping(target) || target.id == 'q') && walk(1),
  ArrowUp: target => !isTyping(target) && walk(-1),
  Home: target => !isTyping(target) && target.closest('#rows') && goTo(kind.allRows()[0]),
  End: target => !isTyping(target) && target.closest('#rows') && goTo(kind.allRows().at(-1)),
  Delete: target => target.matches('#rows :is(.row, .no a)') && kind.remove(target),
  Backspace: target => keys.Delete(target),
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
  const save = candidates.flatMap(form => [...form?.elements ?? []]).find(element => element.matches('.main'))
  if (!save) return
  event.preventDefault()
  press(save)
})

addEventListener('keydown', event => {
  const { key, target } = event
  if (event.defaultPrevented || event.isComposing || $('dialog:modal')) return
  if (key == 'Escape') {
    // Or the same key would close what it has just opened.
    event.preventDefault()
    onEscape(target)
  }
  if ((event.ctrlKey || event.metaKey) && !isTyping(target)) {
    const isRedo = key == 'y' || key == 'Z' || key == 'z' && event.shiftKey
    if (isRedo) press($('body > .undo .redoes button'))
    else if (key == 'z') press($('body > .undo .undoes button'))
  }
  if (!isModified(event) && !isOff(key) && !$('.scrim') && keys[key]?.(target)) event.preventDefault()
})

// The bar of what was done can be closed. It stays closed on further pages until something else is done; its buttons
// stay for the keyboard.

const deedOf = bar => $$('form', bar).map(form => form.action).join(' ') + $('.grow', bar).textContent

const barOfPage = $('body > .undo:not(.trouble)')
if (barOfPage && sessionStorage.closed == deedOf(barOfPage)) barOfPage.classList.add('gone')

on('click', '.undo > .ib', button => {
  const bar = button.parentElement
  sessionStorage.closed = deedOf(bar)
  bar.classList.add('gone')
})
