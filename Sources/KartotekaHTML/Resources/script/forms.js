// Forms beside a list: what they send with them, and the keyboard of a phone.

import { $, active, on, press } from './page.js'

// Whatever is sent comes back to the search as it stands now.
on('formdata', '[method=post]', (form, { formData }) => {
  const text = $('#q')?.value.trim()
  if (text) formData.set('_search', text)
  else formData.delete('_search')
})

// Beside the name, which leads to the related record, its field leads to the others.
on('click', '.field.leads', (field, { target }) => { if (!target.closest('a, button, label')) press($('.choose', field)) })

// Few applications have rules. The module checks a form when a field has changed, so it is loaded when one is entered.
const loadRules = () => import('./rules.js')
if ($('form[data-check]')) loadRules()
on('focusin', 'form[data-check]', loadRules)

// So it is with formulas that fields follow.
const loadFollowing = () => import('./following.js')
if ($('form[data-follow]')) loadFollowing()
on('focusin', 'form[data-follow]', loadFollowing)

// A phone's keyboard never covers the field in use: where it lies above the page, sheets keep clear of it.
const reveal = () => active().closest('.field')?.scrollIntoView({ block: 'nearest' })
on('focusin', '.field', () => requestAnimationFrame(reveal))
visualViewport?.addEventListener('resize', () => {
  const covered = Math.round(innerHeight - visualViewport.height * visualViewport.scale)
  document.documentElement.style.setProperty('--keys', `${Math.max(0, covered)}px`)
  reveal()
})
