// Pictures are added to a record by choosing, dropping or pasting them, in the background.

const album = () => $('.album form')

const complain = text => {
  album().append(Object.assign(document.createElement('p'), { className: 'err lone', role: 'alert', textContent: text }))
}

// The longest side of a thumbnail: a tile of a phone, whose screens have two to three dots for a pixel.
const longest = 640

// A picture small enough for a list; nothing where it is small already or the browser can't read it.
const thumbnail = async file => {
  try {
    const picture = await createImageBitmap(file)
    const scale = longest / Math.max(picture.width, picture.height)
    if (scale >= 1) return
    const [width, height] = [picture.width, picture.height].map(side => Math.max(Math.round(side * scale), 1))
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d')
    // JPEG has no transparency.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, width, height)
    picture.close()
    return await new Promise(done => canvas.toBlob(done, 'image/jpeg', .8))
  } catch {}
}

// No fetch: that doesn't tell how much has been sent.
const post = (form, body) => new Promise((done, fail) => {
  const request = new XMLHttpRequest()
  request.upload.onprogress = ({ loaded, total }) => {
    $('.sending', form).textContent = form.dataset.sending.replace('{percent}', Math.floor(loaded / total * 100))
  }
  request.responseType = 'document'
  request.onload = () => done(request.response)
  request.onerror = fail
  request.open('POST', form.action)
  request.send(body)
})

// The form with files, each before its thumbnail.
const filled = async (form, files) => {
  const body = new FormData(form)
  const { name } = $('[type=file]', form)
  body.delete(name)
  for (const file of files) {
    body.append(name, file)
    const small = form.dataset.thumbnail && await thumbnail(file)
    if (small) body.append(form.dataset.thumbnail, small, file.name)
  }
  return body
}

const send = async files => {
  const form = album()
  if (!form || !files.length || form.ariaBusy) return
  $$('.err', form).forEach(line => line.remove())
  const { limit, large } = form.dataset
  const right = files.filter(file => file.size <= limit)
  if (right.length) {
    form.ariaBusy = 'true'
    try {
      const page = await post(form, await filled(form, right))
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
