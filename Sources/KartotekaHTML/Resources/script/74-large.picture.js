// One picture, large: keys lead to those beside it and back.

addEventListener('keydown', event => {
  const { key, target } = event
  if (isModified(event) || isTyping(target) || $('dialog:modal')) return
  const way = { ArrowLeft: '[rel=prev]', ArrowRight: '[rel=next]', Escape: '.back', Delete: '.bar button' }[key]
  if (way && press($('.large ' + way))) event.preventDefault()
})
