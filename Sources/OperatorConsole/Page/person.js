// One person: the present standing, why the person can or cannot sync, devices and sessions, and what an operator can do.

import { decide, explanation } from './decide.js'
import { closeButton, openDialog } from './dialogs.js'
import { diagram } from './diagram.js'
import { announce, field, form, h } from './dom.js'
import { methods } from './methods.js'
import { faultWords, momentWords, statusWords } from './words.js'

/** Shows a person by account. Parts whose methods this release does not have are left out. */
export async function showPerson(app, main, accountId) {
  const content = h('div', { class: 'person-page' })
  main.append(content)
  async function read() {
    const shown = app.serves(methods.show) ? await app.connection.call(methods.show, { accountId }) : {}
    const person = { ...app.people.get(accountId), ...shown, accountId }
    // What the list said when it was read may be older than what has just been decided.
    const answer = await app.connection.call(methods.explain, { accountId })
    person.status = shown.approval ?? answer.status
    person.phone ??= `…${accountId.slice(-6)}`
    const reasons = await explanation(app, accountId)
    const audit = app.serves(methods.audit) ? await app.connection.call(methods.audit, { accountId }) : undefined
    content.replaceChildren(...[
      section('Standing', facts(person), decisions(app, person, read)),
      section('Why can or can’t this person sync?', ...reasons),
      section('States', h('div', { class: 'diagrams' },
        diagram('Approval', app.machines.approval, person.status, approvalWords),
        person.state && diagram('Registration', app.machines.registration, person.state))),
      person.devices && section('Devices and sessions', devices(person.devices), waiting(app, person, read)),
      otherActs(app, person, read),
      person.decisions && section('Decisions', records(person.decisions)),
      audit && section('Audit log', records(audit.rows)),
    ].filter(Boolean))
  }
  app.refresh = async () => {
    await read()
    announce('The person was read again.')
  }
  await read()
}

const approvalWords = { ...statusWords, 'approval.decide': 'An operator’s decision' }

const section = (title, ...content) => h('section', { class: 'panel' }, h('h2', {}, title), content)

const facts = (person) => h('dl', {}, [
  ['Number', person.phone], ['Account', h('code', {}, person.accountId)], ['Group', person.group],
  ['Approval', statusWords[person.status]], ['Reason', person.approvalReason], ['Registration', person.state],
  ['Since', person.createdAtMs && momentWords(person.createdAtMs)],
].filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))

function decisions(app, person, read) {
  if (person.version === undefined) {
    return h('p', { class: 'hint' }, 'To decide, open the person from the queue or from a search.')
  }
  const styles = { approvedForSyncing: 'primary', disapprovedForSyncing: 'danger', waitingForApproval: 'quiet' }
  const words = { approvedForSyncing: 'Approve', disapprovedForSyncing: 'Disapprove', waitingForApproval: 'Set back to waiting' }
  const keys = { approvedForSyncing: 'a', disapprovedForSyncing: 'd' }
  return h('div', { class: 'buttons' }, Object.keys(words).filter((status) => status !== person.status).map((status) =>
    h('button', {
      type: 'button', class: styles[status], 'data-key': keys[status],
      onclick: () => decide(app, person, status, read),
    }, words[status])))
}

const devices = (list) => list.length ? h('ul', { class: 'records' }, list.map((device) => h('li', {},
  h('strong', {}, device.name || 'A device without a name'),
  h('p', {}, [
    device.isAdmitted ? 'admitted' : 'not admitted', device.hasLiveSession ? 'logged in' : 'not logged in',
    `used since ${momentWords(device.firstUsedAtMs)}`, `last used ${momentWords(device.lastUsedAtMs)}`,
    device.suspendedUntilMs && `suspended; removed on ${momentWords(device.suspendedUntilMs)}`,
  ].filter(Boolean).join(', '), '.')))) : h('p', { class: 'empty' }, 'No device.')

/** The sessions that wait to be admitted, each with a form for the digits that the person reads out. */
function waiting(app, person, read) {
  if (!app.serves(methods.admit)) return undefined
  return (person.waiting ?? []).map((session, index) => {
    const digits = field(`Digits on the new device ${session.deviceName}`, {
      id: `digits-${index}`, name: 'digits', inputmode: 'numeric', pattern: '[0-9]{2}', maxlength: '2', required: true,
      autocomplete: 'off',
    }, `Waiting since ${momentWords(session.sinceMs)}. The person reads the two digits out.`)
    const holder = app.served.get(methods.admit).has('holder') && h('div', { class: 'field' },
      h('label', { for: `holder-${index}` }, 'The device belongs to'),
      h('select', { id: `holder-${index}` }, h('option', { value: 'owner' }, 'this person'),
        h('option', { value: 'newPerson' }, 'another person, who has the number now')))
    const reason = field('Reason', { id: `admit-reason-${index}`, name: 'reason', maxlength: '500', required: true })
    return form({ class: 'inner' }, [digits.element, holder, reason.element].filter(Boolean),
      [h('button', { type: 'submit', class: 'primary' }, 'Admit this device')],
      async () => {
        await act(app, methods.admit, {
          accountId: person.accountId, sessionId: session.sessionId, digits: digits.input.value, reason: reason.input.value.trim(),
          holder: holder ? holder.querySelector('select').value : undefined,
        })
        announce('Done: the session no longer waits.')
        await read()
      })
  })
}

/** The acts with a reason alone, and the move to another group. */
function otherActs(app, person, read) {
  const buttons = [
    app.serves(methods.endSessions) && ['End all sessions', methods.endSessions, () => []],
    app.serves(methods.liftCodeWait) && ['Lift the code wait', methods.liftCodeWait, () => []],
    app.serves(methods.undoPhone) && ['Give the former number back', methods.undoPhone, () => []],
    app.serves(methods.moveGroup) && ['Move to another group', methods.moveGroup, () => [
      field('New group', { id: 'group', name: 'group', required: true, autocomplete: 'off' }, 'You must be an operator of both groups.'),
    ]],
  ].filter(Boolean).map(([title, method, fields]) => h('button', {
    type: 'button', onclick: () => askAndAct(app, person, title, method, fields(), read),
  }, title))
  return buttons.length ? section('Help this person', h('div', { class: 'buttons' }, buttons)) : undefined
}

function askAndAct(app, person, title, method, fields, read) {
  openDialog(`${title}: ${person.phone}`, (close) => {
    const reason = field('Reason', { id: 'act-reason', name: 'reason', maxlength: '500', required: true })
    const all = [...fields, reason]
    return form({}, all.map(({ element }) => element),
      [h('button', { type: 'submit', class: 'danger' }, title), closeButton(close, 'Cancel')],
      async () => {
        const given = Object.fromEntries(all.map(({ input }) => [input.name, input.value.trim()]))
        await act(app, method, { accountId: person.accountId, version: person.version, ...given })
        announce(`${title}: done.`)
        close()
        await read()
      })
  })
}

/** Calls a method with those params that this release of it takes, and an id, so that a lost answer can be repeated. */
function act(app, method, params) {
  const taken = app.served.get(method), all = { ...params, requestId: crypto.randomUUID() }
  return app.connection.call(method, Object.fromEntries(
    Object.entries(all).filter(([name, value]) => taken.has(name) && value !== undefined)))
}

/** Shows records with the members that they have; a member whose name ends in AtMs is a moment. */
function records(list) {
  if (!list.length) return h('p', { class: 'empty' }, 'Nothing yet.')
  return h('ul', { class: 'records' }, list.map((record) => h('li', {}, h('dl', {},
    Object.entries(record).map(([name, value]) => h('div', {}, h('dt', {}, label(name)),
      h('dd', {}, /(^at|At)Ms$/.test(name) ? momentWords(value) : String(value))))))))
}

/** The name of a member in words: "accountId" becomes "account id". */
const label = (name) => name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
