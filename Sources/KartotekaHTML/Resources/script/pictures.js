// Files and pictures that are chosen, dropped or pasted.

import { $, $$, draw, isTyping, load, on, own, trouble, writing } from './page.js'
import { putUndo } from './undo.js'

// A picture that was chosen shows before it is stored. A file that is too large is refused before it is sent: the form
// with all that was typed stays.
const chosen = '.file [type=file]:not(.small)'
const mark = input => input.classList.toggle('chosen', input.files.length > 0)
on('change', chosen, input => {
  const files = [...input.files]
  const file = files.find(other => other.size > input.dataset.limit) ?? files[0]
  mark(input)
  const field = input.closest('.field, td') ?? input.parentNode
  $('.err.large', field)?.remove()
  if (file?.size > input.dataset.limit) {
    const line = document.createElement('p')
    line.className = 'err large'
    line.role = 'alert'
    line.textContent = input.dataset.large.replace('{file}', file.name)
    field.append(line)
    input.value = ''
    mark(input)
    return input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  makeSmall(input, files)
  if (input.multiple) return
  const old = $('img', input.parentNode)
  if (!file?.type.startsWith('image/')) return
  const reader = new FileReader()
  reader.onload = () => {
    const image = old ?? document.createElement('img')
    image.alt = file.name
    image.src = reader.result
    // A link leads to the stored picture.
    old?.closest('a')?.replaceWith(image)
    input.parentNode.prepend(image)
  }
  reader.readAsDataURL(file)
})
// Browsers bring back what was chosen before a reload.
addEventListener('pageshow', () => { $$(chosen).forEach(mark) })

// Pictures and files are added to a record by choosing, dropping or pasting them, in the background.

const albums = () => $$('.album form.more')

// A record can have several albums: what is dropped or pasted goes to the one below it, or else to the first that takes it.
const albumFor = (files, place) => {
  const under = place?.closest('.album')?.querySelector('form.more')
  const takes = form => !$('[type=file]', form).accept || files.some(file => file.type.startsWith('image/'))
  return under ?? albums().find(takes) ?? albums()[0]
}

// The same form or list in another version of the page.
const same = (form, page) => $$('.album form.more', page).find(other => own(other, 'action') == own(form, 'action'))

const complain = (form, text) => {
  form.append(Object.assign(document.createElement('p'), { className: 'err lone', role: 'alert', textContent: text }))
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

// The small pictures of a field, beside what was chosen in it. Of several each is called by the place of its picture.
const makeSmall = async (input, files) => {
  const small = $('.small', input.parentNode)
  if (!small) return
  small.value = ''
  const made = new DataTransfer()
  for (const [place, file] of files.entries()) {
    const picture = file.type.startsWith('image/') && await thumbnail(file)
    if (input.files[0] != files[0]) return
    if (picture) made.items.add(new File([picture], input.multiple ? String(place) : file.name, { type: picture.type }))
  }
  small.files = made.files
}

// No fetch: that doesn't tell how much has been sent.
const post = (form, body) => new Promise((done, fail) => {
  const request = new XMLHttpRequest()
  request.upload.onprogress = ({ loaded, total }) => {
    const line = $('.sending', form)
    if (line) line.textContent = form.dataset.sending.replace('{percent}', Math.floor(loaded / total * 100))
  }
  request.responseType = 'document'
  request.onload = () => done(request.response)
  request.onerror = fail
  request.open('POST', own(form, 'action'))
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

const loadArranging = () => import('./arranging.js')

/**
 * Puts an album of another version of the page in place of its own, and gives back its form for further ones, if it has one.
 * @type {(form: any, page: ParentNode) => any}
 */
export const replace = (form, page) => {
  const theirs = same(form, page)
  const mine = same(form, document)
  if (!theirs) return
  draw(page)
  mine?.closest('.album').replaceWith(theirs.closest('.album'))
  putUndo(page)
  if ($('.album .moves')) loadArranging()
  return theirs
}

// What is chosen while others are sent follows them, also when another record is shown by then.
const sendTo = async (form, files) => {
  form.later = []
  let next = form
  $$('.err', form).forEach(line => line.remove())
  const { limit, large } = form.dataset
  const right = files.filter(file => file.size <= limit)
  if (right.length) {
    form.ariaBusy = 'true'
    try {
      const page = await post(form, await filled(form, right))
      trouble(false)
      // Where all are shown, the answer has the first ones alone.
      const isWhole = new URLSearchParams(location.search).has('more') && !$('.album .err', page)
      const theirs = replace(form, isWhole ? (await load(location.href)).page : page)
      if (isWhole) putUndo(page)
      if (theirs) next = theirs
      else complain(form, $('h1', page)?.textContent)
    } catch {
      trouble(true)
    } finally {
      form.ariaBusy = null
      $('.sending', form).textContent = ''
    }
  }
  for (const file of files) if (!right.includes(file)) complain(next, large.replace('{file}', file.name))
  if (form.later.length) await sendTo(next, form.later)
}

const send = (files, form) => {
  if (!form || !files.length) return
  if (form.ariaBusy) form.later?.push(...files)
  else writing(sendTo(form, files))
}

on('change', '.album [type=file]', input => send([...input.files], input.form))

// Anywhere on the record's page, pictures from a folder can be let go.
const target = '.record:has(.album form.more)'
for (const type of ['dragover', 'dragleave', 'drop']) on(type, target, (page, event) => {
  const { files, types } = event.dataTransfer
  if (!types.includes('Files')) return
  event.preventDefault()
  page.classList.toggle('over-it', type == 'dragover')
  if (type == 'drop') send([...files], albumFor([...files], event.target))
})
// Spreadsheets and word processors put a picture of a copied text beside the text.
addEventListener('paste', ({ clipboardData, target }) => {
  if ($('.scrim') || isTyping(target) || clipboardData?.types.includes('text/plain')) return
  const files = [...clipboardData?.files ?? []]
  send(files, albumFor(files))
})

// What was chosen before this was loaded.
for (const form of albums()) {
  const early = $('[type=file]', form)
  if (early.files.length) send([...early.files], form)
}
