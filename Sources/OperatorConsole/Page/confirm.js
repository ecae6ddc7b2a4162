// The operators who have decided about many people and cannot go on, and the form with which another operator confirms.

import { announce, field, form, h } from './dom.js'
import { methods } from './methods.js'
import { records } from './records.js'
import { faultWords } from './words.js'

/** The largest number of decisions that the view shows. */
const limit = 100

/** Shows who waits for a confirmation, the decisions of one of them, and the form that confirms. */
export async function showConfirmation(app, main) {
  const operator = field('Account of the operator', { id: 'operator', name: 'operator', required: true, autocomplete: 'off' },
    'The other operator’s page shows it with the refusal.')
  const group = field('Group', { id: 'group', name: 'group', required: true, autocomplete: 'off' })
  const reason = field('Reason', { id: 'reason', name: 'reason', maxlength: '500', required: true })
  const list = h('div', { class: 'results' }), shown = h('div', { class: 'results', 'aria-live': 'polite' })
  async function read() {
    const { unconfirmed } = await app.connection.call(methods.decisions, { limit: 1 })
    list.replaceChildren(unconfirmed.length
      ? h('ul', { class: 'records' }, unconfirmed.map(item))
      : h('p', { class: 'empty' }, 'No operator of your groups waits for a confirmation.'))
  }
  const item = (waiting) => h('li', { 'data-account': waiting.operatorId },
    h('p', {}, h('strong', {}, waiting.operatorPhone), ` cannot go on in ${waiting.group} after ${waiting.decisions} decisions.`),
    h('div', { class: 'buttons' }, h('button', {
      type: 'button', 'aria-label': `Look at the decisions of ${waiting.operatorPhone} in ${waiting.group}`,
      onclick: () => look(waiting).catch((fault) => announce(faultWords(fault))),
    }, 'Look at the decisions')))
  async function look(waiting) {
    const { decisions } = await app.connection.call(methods.decisions, { operatorId: waiting.operatorId, limit })
    operator.input.value = waiting.operatorId
    group.input.value = waiting.group
    shown.replaceChildren(h('section', { class: 'panel' },
      h('h2', {}, `Decisions of ${waiting.operatorPhone} about people of your groups`), records(decisions)))
  }
  app.refresh = async () => {
    await read()
    announce('The list was read again.')
  }
  main.append(
    h('p', {}, 'An operator who has decided about many people within an hour is stopped. Look at these decisions first.'),
    list, shown,
    form({ class: 'panel' }, [operator, group, reason].map(({ element }) => element),
      h('button', { type: 'submit', class: 'primary' }, 'Confirm'), async () => {
        const { decisions } = await app.connection.call(methods.confirmBulk, {
          operatorId: operator.input.value.trim(), group: group.input.value.trim(), reason: reason.input.value.trim(),
          requestId: crypto.randomUUID(),
        })
        announce(`Confirmed after ${decisions} decisions.`)
        shown.replaceChildren()
        await read()
      }))
  await read()
}
