// A picture that was chosen shows before it is stored.
on('change', '.file [type=file]', input => {
  const [file] = input.files
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
