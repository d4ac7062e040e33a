// A picture that was chosen shows before it is stored. A file that is too large is refused before it is sent: the form
// with all that was typed stays.
on('change', '.file [type=file]', input => {
  const [file] = input.files
  const field = input.closest('.field, td') ?? input.parentNode
  $('.err.large', field)?.remove()
  if (file?.size > input.dataset.limit) {
    const line = document.createElement('p')
    line.className = 'err large'
    line.role = 'alert'
    line.textContent = input.dataset.large.replace('{file}', file.name)
    field.append(line)
    input.value = ''
    return input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const old = $('img', input.parentNode)
  if (!file?.type.startsWith('image/')) return
  const reader = new FileReader()
  reader.onload = () => {
    const image = old ?? document.createElement('img')
    image.alt = file.name
    image.src = reader.result
    input.parentNode.prepend(image)
  }
  reader.readAsDataURL(file)
})
