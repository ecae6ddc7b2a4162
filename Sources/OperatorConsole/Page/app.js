// The page: it begins with a login, shows the view that the address names, and takes the keys.

import { capturedMessages, messageList } from './captured.js'
import { showConfirmation } from './confirm.js'
import { Device } from './device.js'
import { closeButton, openDialog } from './dialogs.js'
import { announce, h } from './dom.js'
import { showLogin } from './login.js'
import { methods } from './methods.js'
import { showPerson } from './person.js'
import { showQueue, showSearch } from './queue.js'
import { Connection } from './rpc.js'
import { faultWords } from './words.js'

/** The time without a key or a click after which the page logs out, in milliseconds. */
const idleTime = 15 * 60_000

const main = document.getElementById('main'), navigation = document.getElementById('views')

class App {
  /** The people of the lists that were read last, by account: with the version that a decision has to name. */
  people = new Map()
  refresh = async () => {}

  remember(people) { for (const person of people) this.people.set(person.accountId, person) }
}

const app = new App()

const views = {
  queue: { title: 'Queue', show: () => showQueue(app, main) },
  search: { title: 'Search', show: () => showSearch(app, main) },
  confirm: { title: 'Confirm', show: () => showConfirmation(app, main) },
  messages: { title: 'Messages', show: showMessages, isServed: () => app.isDemo },
  person: { title: 'Person', show: (account) => showPerson(app, main, account), isServed: () => false },
}

async function showMessages() {
  const list = h('div', { class: 'results' })
  app.refresh = async () => list.replaceChildren(messageList(await capturedMessages() ?? []))
  main.append(h('p', { class: 'hint' }, 'Messages of this demonstration, the newest first. They were sent to nobody.'), list)
  await app.refresh()
}

/** Shows the view that the address names after "#/". */
async function showView() {
  if (!app.connection.session) return
  const [name, argument] = location.hash.replace(/^#\//, '').split('/')
  const view = views[name] ?? views.queue
  app.refresh = async () => {}
  document.title = `${view.title} – Latchkey operator console`
  const heading = h('h1', { tabindex: '-1' }, view.title)
  main.replaceChildren(heading)
  navigation.replaceChildren(h('ul', {}, Object.entries(views)
    .filter(([, { isServed }]) => isServed === undefined || isServed())
    .map(([key, { title }]) => h('li', {}, h('a', {
      href: `#/${key}`, 'aria-current': views[key] === view ? 'page' : undefined,
    }, title)))))
  heading.focus()
  try {
    await view.show(argument)
  } catch (fault) {
    main.append(h('p', { class: 'problem', role: 'alert' }, faultWords(fault)))
  }
}

async function loggedIn() {
  try {
    await app.connection.call(methods.queue, { limit: 1 })
  } catch (fault) {
    const text = fault.name === 'scopeMissing' ? 'This account is not an operator’s.' : faultWords(fault)
    return logOut(text)
  }
  setLoggedIn(true)
  if (location.hash) await showView()
  else location.hash = '#/queue'
}

function setLoggedIn(isLoggedIn) {
  navigation.hidden = !isLoggedIn
  document.getElementById('session').hidden = !isLoggedIn
  noticeUse()
}

/** Ends the session at the service, as far as it answers, and shows the login. */
async function logOut(notice) {
  const session = app.connection.session
  if (session) await app.connection.call('session.logout', { requestId: crypto.randomUUID() }).catch(() => {})
  forgetSession(notice)
}

function forgetSession(notice) {
  app.connection.session = undefined
  app.people.clear()
  for (const dialog of document.querySelectorAll('dialog')) dialog.close()
  setLoggedIn(false)
  document.title = 'Log in – Latchkey operator console'
  showLogin(app, main, loggedIn, notice)
}

// Logging out after a time without use.

let idleTimer

function noticeUse() {
  clearTimeout(idleTimer)
  if (!app.connection?.session) return
  idleTimer = setTimeout(() => {
    announce('You will be logged out in a minute unless you use the page.')
    idleTimer = setTimeout(() => logOut('You were logged out after 15 minutes without use.'), 60_000)
  }, idleTime - 60_000)
}

// Keys.

const keyWords = [
  ['j or ↓', 'next person'], ['k or ↑', 'previous person'], ['Enter', 'open the person'], ['a', 'approve'],
  ['d', 'disapprove, with a reason'], ['e', 'explain why the person can or cannot sync'], ['/', 'search'], ['g', 'queue'],
  ['r', 'read again'], ['?', 'this list'],
]

const areKeysOn = () => localStorage.getItem('keys') !== 'off'

function showKeys() {
  openDialog('Keys', (close) => [
    h('dl', { class: 'keys' }, keyWords.map(([key, act]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, act)))),
    h('p', {}, h('label', {}, h('input', {
      type: 'checkbox', checked: areKeysOn(),
      onchange: (event) => localStorage.setItem('keys', event.target.checked ? 'on' : 'off'),
    }), ' Single keys are on')),
    h('div', { class: 'buttons' }, closeButton(close)),
  ])
}

/** Moves the focus by one person up or down the list, across groups. */
function moveSelection(step) {
  const people = [...main.querySelectorAll('.person')]
  if (!people.length) return
  const present = people.indexOf(document.activeElement.closest('.person'))
  const next = people[present < 0 ? 0 : Math.min(Math.max(present + step, 0), people.length - 1)]
  people.forEach((person) => { person.tabIndex = person === next ? 0 : -1 })
  next.focus()
}

/** Presses the button for a key, in the person that has the focus, or on the page of one person. */
function press(key) {
  const item = document.activeElement.closest('.person') ?? main.querySelector('.person-page')
  item?.querySelector(`[data-key="${key}"]`)?.click()
}

function takeKey(event) {
  noticeUse()
  const { target, key } = event
  const isTyping = target.matches('input, select, textarea')
  if (!app.connection?.session || isTyping || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return
  if (document.querySelector('dialog')) return
  const acts = {
    j: () => moveSelection(1), ArrowDown: () => moveSelection(1), k: () => moveSelection(-1), ArrowUp: () => moveSelection(-1),
    a: () => press('a'), d: () => press('d'), e: () => press('e'), '?': showKeys,
    '/': () => { location.hash = '#/search' }, g: () => { location.hash = '#/queue' },
    r: () => app.refresh().catch((fault) => announce(faultWords(fault))),
  }
  if (key === 'Enter' && target.matches('.person')) acts.Enter = () => press('Enter')
  const isArrow = key.startsWith('Arrow')
  if (!acts[key] || (isArrow && !main.querySelector('.person'))) return
  event.preventDefault()
  acts[key]()
}

// Beginning.

async function begin() {
  try {
    app.device = await Device.load()
    app.connection = new Connection(app.device)
    app.connection.whenEnded = (fault) => forgetSession(faultWords(fault))
    app.machines = await (await fetch('/console/machines.json')).json()
    app.isDemo = await capturedMessages() !== undefined
  } catch (error) {
    main.replaceChildren(h('h1', {}, 'The console cannot start'), h('p', { role: 'alert' }, error.message))
    return
  }
  document.getElementById('logout').addEventListener('click', () => logOut('You are logged out.'))
  document.getElementById('keys').addEventListener('click', showKeys)
  addEventListener('keydown', takeKey)
  addEventListener('pointerdown', noticeUse)
  addEventListener('hashchange', showView)
  forgetSession()
}

await begin()
