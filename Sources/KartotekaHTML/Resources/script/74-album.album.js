// Pictures are added to a record by choosing, dropping or pasting them, in the background.

const album = () => $('.album form')

const complain = text => {
  album().append(Object.assign(document.createElement('p'), { className: 'err lone', role: 'alert', textContent: text }))
}

// No fetch: that doesn't tell how much has been sent.
const post = (form, files) => new Promise((done, fail) => {
  const request = new XMLHttpRequest()
  const body = new FormData(form)
  const { name } = $('[type=file]', form)
  body.delete(name)
  for (const file of files) body.append(name, file)
  request.upload.onprogress = ({ loaded, total }) => {
    $('.sending', form).textContent = form.dataset.sending.replace('{percent}', Math.floor(loaded / total * 100))
  }
  request.responseType = 'document'
  request.onload = () => done(request.response)
  request.onerror = fail
  request.open('POST', form.action)
  request.send(body)
})

const send = async files => {
  const form = album()
  if (!form || !files.length || form.ariaBusy) return
  $$('.err', form).forEach(line => line.remove())
  const { limit, large } = form.dataset
  const right = files.filter(file => file.size <= limit)
  if (right.length) {
    form.ariaBusy = 'true'
    try {
      const page = await post(form, right)
      trouble(false)
      const theirs = $('.album', page)
      if (theirs) {
        draw(page)
        $('.album').replaceWith(theirs)
        showUndo(page)
      } else complain($('h1', page)?.textContent)
    } catch {
      trouble(true)
    } finally {
      form.ariaBusy = null
      $('.sending', form).textContent = ''
    }
  }
  for (const file of files) if (!right.includes(file)) complain(large.replace('{file}', file.name))
}

on('change', '.album [type=file]', input => send([...input.files]))

// Anywhere on the record's page, pictures from a folder can be let go.
const target = '.record:has(.album form)'
for (const type of ['dragover', 'dragleave', 'drop']) on(type, target, (page, event) => {
  const { files, types } = event.dataTransfer
  if (!types.includes('Files')) return
  event.preventDefault()
  page.classList.toggle('over-it', type == 'dragover')
  if (type == 'drop') send([...files])
})
addEventListener('paste', ({ clipboardData }) => {
  if (!$('.scrim')) send([...clipboardData?.files ?? []])
})
