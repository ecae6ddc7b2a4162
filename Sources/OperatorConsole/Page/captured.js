// The messages of a demonstration, so that whoever tries the console out needs no phone.

import { h } from './dom.js'
import { momentWords } from './words.js'

/** Reads the newest messages; undefined if the service is no demonstration, or sends them to a provider. */
export async function capturedMessages() {
  const reply = await fetch('/console/messages.json', { cache: 'no-store' })
  return reply.ok ? (await reply.json()).messages : undefined
}

export function messageList(messages) {
  if (!messages.length) return h('p', { class: 'empty' }, 'No message has been sent since the service was started.')
  return h('ol', { class: 'messages' }, messages.map(({ atMs, to, text }) =>
    h('li', {}, h('p', {}, h('strong', {}, to), ' ', h('time', {}, momentWords(atMs))), h('pre', { tabindex: '0' }, text))))
}
