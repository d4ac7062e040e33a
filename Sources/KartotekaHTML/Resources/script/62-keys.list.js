// What keys do in lists.

const remove = row => press(row.nextElementSibling)

const letGo = target => {
  if (!isTyping(target)) return
  target.blur()
  goTo(chosenRow())
}
