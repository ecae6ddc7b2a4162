// One person: the present standing, why the person can or cannot sync, devices and sessions, and what an operator can do.

import { callCounted, decide, explanation } from './decide.js'
import { closeButton, openDialog } from './dialogs.js'
import { diagram } from './diagram.js'
import { announce, field, form, h } from './dom.js'
import { methods } from './methods.js'
import { records } from './records.js'
import { faultWords, momentWords, statusWords } from './words.js'

/** Shows a person by account. */
export async function showPerson(app, main, accountId) {
  const content = h('div', { class: 'person-page' })
  main.append(content)
  async function read() {
    const shown = await app.connection.call(methods.show, { accountId })
    // What the list said when it was read may be older than what has just been decided.
    const person = { ...app.people.get(accountId), ...shown, status: shown.approval }
    const reasons = await explanation(app, accountId)
    const audit = await auditRows(app, accountId)
    const isChild = person.kind === 'child'
    if (isChild) main.querySelector('h1').textContent = person.family.name
    content.replaceChildren(...[
      section('Standing', facts(person), isChild
        ? h('p', { class: 'hint' }, 'The approval and the group follow those of the parents: decide about a parent.')
        : decisions(app, person, read)),
      section('Why can or can’t this person sync?', ...reasons),
      section('States', h('div', { class: 'diagrams' }, isChild
        ? diagram('Access', app.machines.child, person.family.access)
        : [diagram('Approval', app.machines.approval, person.status, approvalWords),
          diagram('Registration', app.machines.registration, person.state)])),
      person.family && section('Family', family(person.family)),
      section('Devices and sessions', devices(person.devices), waiting(app, person, read)),
      otherActs(app, person, isChild, read),
      section('Decisions', records(person.decisions)),
      section('Audit log', audit),
    ].filter(Boolean))
    if (document.activeElement === document.body) main.querySelector('h1').focus()
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
  ['Approval', statusWords[person.status]], ['Reason', person.approvalReason],
  ['Registration', person.kind !== 'child' && person.state],
  ['Since', momentWords(person.createdAtMs)],
].filter(([, value]) => value).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))

function decisions(app, person, read) {
  const styles = { approvedForSyncing: 'primary', disapprovedForSyncing: 'danger', waitingForApproval: 'quiet' }
  const words = { approvedForSyncing: 'Approve', disapprovedForSyncing: 'Disapprove', waitingForApproval: 'Set back to waiting' }
  const keys = { approvedForSyncing: 'a', disapprovedForSyncing: 'd' }
  return h('div', { class: 'buttons' }, Object.keys(words).filter((status) => status !== person.status).map((status) =>
    h('button', {
      type: 'button', class: styles[status], 'data-key': keys[status],
      onclick: () => decide(app, person, status, read),
    }, words[status])))
}

/** A parent without a number is of a group that the operator does not have, and is not shown to them. */
const parentWords = ({ phone, sinceMs }) => (phone
  ? `Parent ${phone} since ${momentWords(sinceMs)}: ` : `A parent of another group since ${momentWords(sinceMs)}.`);

/** The family of a child or a parent: who, the state of the access, and open invites. */
function family({ name, access, parents, invites, children }) {
  const invited = (list) => list.map((invite) =>
    `, an invite for ${invite.purpose === 'device' ? 'the device' : 'another parent'} until ${momentWords(invite.expiresAtMs)}`).join('')
  const items = access
    ? [h('li', {}, h('strong', {}, name), h('p', {}, `${access}${invited(invites)}.`)),
      ...parents.map((parent) => h('li', {}, h('p', {}, parentWords(parent), parent.phone
        && h('a', { href: `#/person/${parent.accountId}` }, parent.accountId))))]
    : children.map((child) => h('li', {}, h('strong', {}, child.name),
      h('p', {}, `${child.access}, ${statusWords[child.approval]}, ${child.deviceName ?? 'no device'}${invited(child.invites)}: `,
        h('a', { href: `#/person/${child.childId}` }, child.childId))))
  return items.length ? h('ul', { class: 'records' }, items) : h('p', { class: 'empty' }, 'No child.')
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
  return person.waiting.map((session, index) => {
    const digits = field(`Digits on the new device ${session.deviceName}`, {
      id: `digits-${index}`, name: 'digits', inputmode: 'numeric', pattern: '[0-9]{2}', maxlength: '2', required: true,
      autocomplete: 'off',
    }, `Waiting since ${momentWords(session.sinceMs)}. The person reads the two digits out.`)
    const holder = h('select', { id: `holder-${index}` }, h('option', { value: 'owner' }, 'this person'),
      h('option', { value: 'newPerson' }, 'another person, who has the number now'))
    const reason = field('Reason', { id: `admit-reason-${index}`, name: 'reason', maxlength: '500', required: true })
    return form({ class: 'inner' }, [
      digits.element,
      h('div', { class: 'field' }, h('label', { for: `holder-${index}` }, 'The device belongs to'), holder),
      reason.element,
    ],
      [h('button', { type: 'submit', class: 'primary' }, 'Admit this device')],
      async () => {
        const { newAccountAtMs } = await callCounted(app, methods.admit, {
          accountId: person.accountId, sessionId: session.sessionId, digits: digits.input.value, holder: holder.value,
          reason: reason.input.value.trim(),
        })
        announce(newAccountAtMs
          ? `Done: from ${momentWords(newAccountAtMs)} on a login of the device opens a new account.`
          : 'Done: the session no longer waits.')
        await read()
      })
  })
}

/**
 * The acts with a reason alone, and the move to another group, which is made about the version that was read. A child has
 * neither a number nor a group of its own.
 */
function otherActs(app, person, isChild, read) {
  const group = () => field('New group', { id: 'group', name: 'group', required: true, autocomplete: 'off' },
    'You must be an operator of both groups.')
  const acts = [
    ['End all sessions', methods.endSessions], ['Lift the code wait', methods.liftCodeWait],
    ['Give the former number back', methods.undoPhone], ['Move to another group', methods.moveGroup, group],
  ].slice(0, isChild ? 1 : undefined)
  return section('Help this person', h('div', { class: 'buttons' }, acts.map(([title, method, more]) => h('button', {
    type: 'button', onclick: () => askAndAct(app, person, title, method, more ? [more()] : [], read),
  }, title))))
}

/** The rows of the audit log in one page. */
const rowsInPage = 100

/**
 * A page of the audit log about a person, the newest rows first, with a button for the next one. Where it cannot be read, the fault is
 * shown, and the rest of the person's page is there all the same.
 */
async function auditRows(app, accountId, before) {
  const params = { accountId, limit: rowsInPage + 1 }
  if (before) params.before = before
  try {
    const { rows } = await app.connection.call(methods.audit, params), shown = rows.slice(0, rowsInPage)
    if (rows.length <= rowsInPage) return [records(shown)]
    const more = h('button', {
      type: 'button',
      onclick: async () => more.replaceWith(...await auditRows(app, accountId, shown.at(-1).number)),
    }, 'Show older rows')
    return [records(shown), more]
  } catch (fault) {
    return [h('p', { class: 'problem' }, faultWords(fault))]
  }
}

function askAndAct(app, person, title, method, fields, read) {
  openDialog(`${title}: ${person.family?.name ?? person.phone}`, (close) => {
    const reason = field('Reason', { id: 'act-reason', name: 'reason', maxlength: '500', required: true })
    const all = [...fields, reason], requestId = crypto.randomUUID()
    return form({}, all.map(({ element }) => element),
      [h('button', { type: 'submit', class: 'danger' }, title), closeButton(close, 'Cancel')],
      async () => {
        const params = { accountId: person.accountId, ...Object.fromEntries(all.map(({ input }) => [input.name, input.value.trim()])) }
        await callCounted(app, method, fields.length ? { ...params, version: person.version, requestId } : params)
        announce(`${title}: done.`)
        close()
        await read()
      })
  })
}
