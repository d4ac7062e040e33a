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
