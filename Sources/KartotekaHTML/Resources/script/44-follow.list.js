// The browser's own way back leads to the row that was followed; columns that scroll by themselves forget where they were.

on('click', '[id^=to-] a', (link, event) => {
  if (!isModified(event)) history.replaceState(null, '', '#' + link.closest('[id^=to-]').id)
})

addEventListener('pageshow', () => {
  if (location.hash.startsWith('#to-')) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'nearest' })
})
