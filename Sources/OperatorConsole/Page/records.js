// Records of the service, each as a list of its members.

import { h } from './dom.js'
import { momentWords } from './words.js'

/** Shows records with the members that they have; a member whose name ends in AtMs is a moment. */
export function records(list) {
  if (!list.length) return h('p', { class: 'empty' }, 'Nothing yet.')
  return h('ul', { class: 'records' }, list.map((record) => h('li', {}, h('dl', {},
    Object.entries(record).map(([name, value]) => h('div', {}, h('dt', {}, label(name)),
      h('dd', {}, /(^at|At)Ms$/.test(name) ? momentWords(value) : String(value))))))))
}

/** The name of a member in words: "accountId" becomes "account id". */
const label = (name) => name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
