// The queue by group, the search, and the list of people that both show.

import { decide, explain } from './decide.js'
import { announce, field, form, h } from './dom.js'
import { methods } from './methods.js'
import { durationWords, faultWords, statusWords } from './words.js'

/** The largest number of people that one call lists. */
const limit = 200

/** A listener that does something and says what went wrong. */
const act = (action) => async () => {
  try {
    await action()
  } catch (fault) {
    announce(faultWords(fault))
  }
}

const statuses = Object.keys(statusWords)

/** Shows the people of all the operator's groups who have one approval status, those who have waited longest first. */
export async function showQueue(app, main) {
  const list = h('div', { class: 'results' })
  const select = h('select', { id: 'status-filter', onchange: act(() => read()) },
    statuses.map((status) => h('option', { value: status }, statusWords[status])))
  let people
  async function read() {
    people = []
    await readPage()
  }
  async function readPage(after) {
    const params = after ? { after } : {}
    const page = await app.connection.call(methods.queue, { status: select.value, limit, ...params })
    app.remember(page.people)
    people.push(...page.people)
    const groups = Map.groupBy(people, (person) => person.group)
    replaceKeepingFocus(list,
      [...groups].map(([group, members], index) => h('section', { 'aria-labelledby': `group-${index}` },
        h('h2', { id: `group-${index}` }, group, ' ', h('span', { class: 'count' }, page.next ? '' : count(members.length))),
        peopleList(app, members, read))),
      !people.length && h('p', { class: 'empty' }, `Nobody: ${statusWords[select.value].toLowerCase()}.`),
      page.next && h('button', { type: 'button', onclick: act(() => readPage(page.next)) }, 'Show more people'))
  }
  app.refresh = async () => {
    await read()
    announce('The list was read again.')
  }
  main.append(
    h('div', { class: 'bar' },
      h('div', { class: 'field inline' }, h('label', { for: 'status-filter' }, 'Show'), select),
      h('button', { type: 'button', class: 'quiet', onclick: () => app.refresh() }, 'Read again')),
    list)
  await read()
}

/**
 * Replaces a list of people. If a person had the focus, the one at the same place gets it, which is the next one if the first has
 * left the list. One person is reached by Tab, the others from there by keys.
 */
function replaceKeepingFocus(list, ...children) {
  const place = [...list.querySelectorAll('.person')].indexOf(document.activeElement.closest('.person'))
  list.replaceChildren(...children.flat().filter(Boolean))
  const people = [...list.querySelectorAll('.person')]
  const next = people[Math.min(Math.max(place, 0), people.length - 1)]
  if (next) next.tabIndex = 0
  if (place >= 0) (next ?? document.querySelector('h1')).focus()
}

const count = (number) => number === 1 ? '1 person' : `${number} people`

/** Shows the person with a phone number. */
export function showSearch(app, main) {
  const results = h('div', { class: 'results', 'aria-live': 'polite' })
  const phone = field('Phone number', { id: 'search', name: 'search', type: 'tel', required: true, autocomplete: 'off' },
    'The whole number with + and the country’s code. Lists show numbers masked.')
  async function read() {
    const { people } = await app.connection.call(methods.find, { phone: phone.input.value.trim() })
    app.remember(people)
    replaceKeepingFocus(results, people.length
      ? peopleList(app, people, read) : h('p', { class: 'empty' }, 'No person of your groups has this number.'))
  }
  main.append(
    form({ role: 'search', class: 'panel' }, phone.element, h('button', { type: 'submit', class: 'primary' }, 'Search'), read),
    results)
  phone.input.focus()
}

function peopleList(app, people, changed) {
  return h('ul', { class: 'people' }, people.map((person) => personItem(app, person, changed)))
}

function personItem(app, person, changed) {
  const id = person.accountId, since = new Date(Number(person.sinceMs))
  const buttons = {
    a: person.status !== 'approvedForSyncing' && ['Approve', 'primary',
      act(() => decide(app, person, 'approvedForSyncing', changed))],
    d: person.status !== 'disapprovedForSyncing' && ['Disapprove', 'danger',
      act(() => decide(app, person, 'disapprovedForSyncing', changed))],
    e: ['Explain', 'quiet', act(() => explain(app, person))],
  }
  return h('li', { class: 'person', tabindex: '-1', 'data-account': id, 'aria-labelledby': `name-${id} since-${id}` },
    h('div', { class: 'who' },
      h('p', { class: 'name', id: `name-${id}` }, person.phone, ' ', h('span', { class: 'id' }, `…${id.slice(-6)}`)),
      h('p', { id: `since-${id}` }, `${statusWords[person.status]}: `,
        h('time', { datetime: since.toISOString(), title: since.toLocaleString() }, durationWords(Date.now() - since))),
      person.hasRequestedPin && h('p', { class: 'warning' }, 'Forgot the PIN: an approval makes the new one take effect.')),
    h('div', { class: 'buttons' },
      Object.entries(buttons).filter(([, button]) => button).map(([key, [text, style, onclick]]) =>
        h('button', { type: 'button', class: style, 'data-key': key, 'aria-label': `${text} ${person.phone}`, onclick }, text)),
      h('a', { class: 'button quiet', 'data-key': 'Enter', href: `#/person/${id}`, 'aria-label': `Open ${person.phone}` }, 'Open')))
}
