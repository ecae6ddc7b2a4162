// Dialogs. The browser keeps the focus inside an open one, closes it with Escape, and gives the focus back.

import { h } from './dom.js'

/** Opens a dialog. `content` is called with a function that closes it. */
export function openDialog(title, content) {
  const heading = h('h2', { id: 'dialog-title', tabindex: '-1' }, title)
  const dialog = h('dialog', { 'aria-labelledby': 'dialog-title', onclose: () => dialog.remove() })
  dialog.append(heading, ...[content(() => dialog.close())].flat())
  document.body.append(dialog)
  dialog.showModal()
  const first = dialog.querySelector('input, textarea') ?? heading
  first.focus()
  return dialog
}

export const closeButton = (close, text = 'Close') => h('button', { type: 'button', onclick: close }, text)
