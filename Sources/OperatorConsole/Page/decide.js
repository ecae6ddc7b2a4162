// What an operator does about one person: decide with a reason, and ask why the person can or cannot sync.

import { closeButton, openDialog } from './dialogs.js'
import { announce, form, h } from './dom.js'
import { methods } from './methods.js'
import { faultWords, statusWords } from './words.js'

const acts = {
  approvedForSyncing: { title: 'Approve', button: 'Approve' },
  disapprovedForSyncing: { title: 'Disapprove', button: 'Disapprove' },
  waitingForApproval: { title: 'Set back to waiting', button: 'Set to waiting' },
}

/** Asks for the reason, and sets a person's approval status. `decided` is called after a decision and after a lost race. */
export function decide(app, person, status, decided) {
  const { title, button } = acts[status], isRequired = status === 'disapprovedForSyncing'
  openDialog(`${title}: ${person.phone}`, (close) => {
    const reason = h('textarea', {
      id: 'reason', name: 'reason', rows: '3', maxlength: '500', required: isRequired,
      onkeydown: (event) => {
        if (event.key !== 'Enter' || event.shiftKey) return
        event.preventDefault()
        event.currentTarget.form.requestSubmit()
      },
    })
    const requestId = crypto.randomUUID()
    return [
      person.hasRequestedPin && status === 'approvedForSyncing' && h('p', { class: 'warning' },
        'This person has forgotten the PIN. With the approval the new one takes effect: make sure that it was the person who asked.'),
      form({}, [
        h('div', { class: 'field' },
          h('label', { for: 'reason' }, isRequired ? 'Reason, which the person sees' : 'Reason, which the person sees (optional)'),
          reason),
      ], [
        h('button', { type: 'submit', class: isRequired ? 'danger' : 'primary' }, button),
        closeButton(close, 'Cancel'),
      ], async () => {
        const params = { accountId: person.accountId, version: person.version, status, requestId }
        const text = reason.value.trim()
        if (isRequired && !text) throw new Error('Give a reason.')
        if (text) params.reason = text
        try {
          const { version } = await callCounted(app, methods.decide, params)
          app.remember([{ ...person, status, version, hasRequestedPin: false }])
          announce(`${person.phone}: ${statusWords[status]}.`)
        } catch (fault) {
          if (fault.name !== 'versionStale') throw fault
          app.people.delete(person.accountId)
          announce(faultWords(fault))
        }
        close()
        await decided()
      }),
    ].filter(Boolean)
  })
}

/** Calls a method that decides about a person. The refusal after many decisions says what another operator needs to confirm. */
export async function callCounted(app, method, params) {
  try {
    return await app.connection.call(method, params)
  } catch (fault) {
    if (fault.name !== 'secondOperatorRequired') throw fault
    throw new Error(`${fault.message} Ask another operator to confirm; your account is ${app.device.account}.`)
  }
}

/** Asks auth why a person can or cannot sync; returns the answer as elements. */
export async function explanation(app, accountId) {
  const { canSync, because } = await app.connection.call(methods.explain, { accountId })
  return [
    h('p', { class: canSync ? 'verdict yes' : 'verdict no' }, canSync ? 'Can sync.' : 'Cannot sync.'),
    h('ul', { class: 'because' }, because.map((sentence) => h('li', {}, sentence))),
  ]
}

/** Shows the explanation in a dialog. */
export async function explain(app, person) {
  const elements = await explanation(app, person.accountId)
  openDialog(`Why can or can’t ${person.phone} sync?`, (close) => [...elements, h('div', { class: 'buttons' }, closeButton(close))])
}
