// Logging in, as every device of an operator does: a code, then whatever the session still needs before it is full.

import { capturedMessages, messageList } from './captured.js'
import { announce, field, form, h } from './dom.js'
import { deriveKey, passphraseProblem, publicKey, signChallenge } from './pin.js'
import { faultWords } from './words.js'

/** Shows the steps of a login in `main`. `done` is called when the session is full and an operator's. */
export function showLogin(app, main, done, notice) {
  new Login(app, main, done).showPhone(notice)
}

const digitsOnly = { inputmode: 'numeric', autocomplete: 'one-time-code', required: true }
const asTyped = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }

/** A secret that was written down, without the spaces and in the letters of its wire form. */
const writtenSecret = (text) => text.replace(/[\s-]/g, '').toUpperCase()

class Login {
  constructor(app, main, done) {
    Object.assign(this, { app, main, done, connection: app.connection })
  }

  #show(title, ...content) {
    clearTimeout(this.waiting)
    const heading = h('h1', { tabindex: '-1' }, title)
    this.main.replaceChildren(heading, ...content.filter(Boolean))
    if (this.hasShownStep) (this.main.querySelector('input') ?? heading).focus()
    this.hasShownStep = true
  }

  showPhone(notice) {
    const phone = field('Phone number', { id: 'phone', name: 'phone', type: 'tel', required: true, autocomplete: 'tel' },
      'Your number as an operator, with + and the country’s code.')
    const account = this.app.device.account
    this.#show('Log in',
      notice && h('p', { class: 'notice' }, notice),
      form({ class: 'panel' }, phone.element, [
        h('button', { type: 'submit', class: 'primary' }, 'Send a code'),
        account && h('button', { type: 'button', onclick: () => this.#loginByPIN(account) }, 'Log in with PIN'),
      ].filter(Boolean), async () => {
        const params = { phone: phone.input.value.trim(), purpose: 'login', language: navigator.language, requestId: crypto.randomUUID() }
        const { challengeId } = await this.connection.callAsDevice('otp.request', params)
        await this.#showCode(challengeId)
      }),
      h('p', { class: 'hint' }, 'This browser is a device with a key of its own. ',
        h('button', { type: 'button', class: 'link', onclick: () => this.#forgetDevice() }, 'Forget this browser')))
  }

  async #forgetDevice() {
    await this.app.device.forget()
    location.reload()
  }

  async #loginByPIN(account) {
    try {
      await this.#showPIN({ purpose: 'login', accountId: account })
    } catch (fault) {
      announce(faultWords(fault))
    }
  }

  async #showCode(challengeId) {
    const code = field('Code from the message', { id: 'code', name: 'code', ...digitsOnly, pattern: '[0-9]{6}', maxlength: '6' })
    const secret = field('Enrolment secret', { id: 'secret', name: 'secret', ...asTyped },
      'Only for your first login, or after the administrator has given you a new one. Otherwise leave it empty.')
    const recovery = field('Recovery code', { id: 'recovery', name: 'recovery', ...asTyped },
      'Only in a browser that is new to your account, if you have a code. Without one you can use your PIN or another device.')
    const captured = h('div', {})
    this.#show('Enter the code',
      form({ class: 'panel' }, [code.element, secret.element, recovery.element],
        [h('button', { type: 'submit', class: 'primary' }, 'Log in'),
          h('button', { type: 'button', onclick: () => this.showPhone() }, 'Back')],
        async () => {
          const params = {
            challengeId, code: code.input.value.trim(), deviceName: 'Operator console', requestId: crypto.randomUUID(),
          }
          if (secret.input.value) params.enrolmentSecret = writtenSecret(secret.input.value)
          if (recovery.input.value) params.recoveryCode = writtenSecret(recovery.input.value)
          const answer = await this.connection.callAsDevice('otp.verify', params)
          await this.#proceed(answer.session, answer.next)
        }),
      captured)
    if (this.app.isDemo) await this.#showCaptured(captured)
  }

  /** Shows the captured messages, which arrive a moment after the code was asked for. */
  async #showCaptured(element) {
    const messages = await capturedMessages()
    element.replaceChildren(h('h2', {}, 'Messages of this demonstration'), messageList((messages ?? []).slice(0, 3)))
    this.waiting = setTimeout(() => this.#showCaptured(element), 1000)
  }

  /** Keeps a session and shows the step that it needs next; without one it is full. */
  async #proceed(session, next) {
    this.connection.session = session
    switch (next) {
      case 'admit': return this.#showWaiting(session)
      case 'provePIN': return this.#showPINOrNewPassphrase(session)
      case 'createPIN': return this.#showNewPassphrase(session)
      case 'secondFactor': return this.#showSecondFactor()
    }
    await this.app.device.remember(session.accountId)
    clearTimeout(this.waiting)
    await this.done()
  }

  /** Exchanges the tokens after a step has raised the session, and goes on with what it still needs. */
  async #refreshed() {
    await this.connection.refresh()
    const session = this.connection.session, scope = new Set(session.scope)
    const next = scope.has('unproven') ? 'admit' : scope.has('pin_required') ? 'provePIN'
      : scope.has('pre_tfa') ? 'secondFactor' : undefined
    await this.#proceed(session, next)
  }

  /** Shows the digits by which a device that is logged in admits this browser, and asks for a recovery code. */
  #showWaiting(session, hasPIN) {
    const recovery = field('Recovery code', { id: 'recovery', name: 'recovery', ...asTyped, required: true })
    this.#show('Admit this browser',
      h('p', {}, 'This browser is new to your account. Admit it on a device that is logged in; both show the same two digits:'),
      h('p', { class: 'digits' }, session.digits),
      h('p', {}, 'Or log in again with an enrolment secret, or enter one of your recovery codes.'),
      form({ class: 'panel' }, recovery.element,
        [h('button', { type: 'submit', class: 'primary' }, 'Admit'),
          hasPIN && h('button', { type: 'button', onclick: () => this.#enterPIN(session) }, 'Enter your PIN'),
          h('button', { type: 'button', onclick: () => this.showPhone() }, 'Log in again')].filter(Boolean),
        async () => {
          const params = { code: writtenSecret(recovery.input.value), requestId: crypto.randomUUID() }
          await this.connection.call('session.admitByRecoveryCode', params)
          await this.#refreshed()
        }))
    const wait = async () => {
      const { scope } = await this.connection.call('session.status')
      if (scope.includes('unproven')) this.waiting = setTimeout(wait, 3000)
      else await this.#refreshed()
    }
    this.waiting = setTimeout(wait, 3000)
  }

  async #enterPIN(session) {
    try {
      await this.#showPINOrNewPassphrase(session)
    } catch (fault) {
      announce(faultWords(fault))
    }
  }

  /** Asks for the PIN of the account, or for a new one where it has none. A browser that is not admitted yet has other ways. */
  async #showPINOrNewPassphrase(session) {
    const otherWays = session.scope.includes('unproven') &&
      h('button', { type: 'button', onclick: () => this.#showWaiting(session, true) }, 'Without the PIN')
    try {
      await this.#showPIN({ purpose: 'login', sessionId: session.sessionId }, otherWays)
    } catch (fault) {
      if (fault.name !== 'pinUnknown') throw fault
      this.#showNewPassphrase(session)
    }
  }

  /** Asks for the PIN. Each attempt has a challenge of its own. */
  async #showPIN(params, otherWays) {
    let challenge = await this.connection.callAsDevice('pin.challenge', params)
    const pin = field('PIN or passphrase', { id: 'pin', name: 'pin', type: 'password', required: true, autocomplete: 'off' },
      'It is not sent: the browser signs a challenge with a key that it derives from it, which takes a moment.')
    this.#show('Enter your PIN',
      form({ class: 'panel' }, pin.element,
        [h('button', { type: 'submit', class: 'primary' }, 'Log in'), otherWays,
          h('button', { type: 'button', onclick: () => this.showPhone() }, 'Back')].filter(Boolean),
        async () => {
          challenge ??= await this.connection.callAsDevice('pin.challenge', params)
          const key = await deriveKey(pin.input.value, challenge.pin)
          const thumbprint = await this.app.device.thumbprint()
          const proof = await signChallenge(key, challenge, challenge.pin.generation, thumbprint, 'login')
          const { challengeId } = challenge
          challenge = undefined
          pin.input.value = ''
          const answer = await this.connection.callAsDevice('pin.prove', { challengeId, proof, requestId: crypto.randomUUID() })
          await this.#proceed(answer.session, answer.next)
        }))
  }

  #showNewPassphrase(session) {
    const attributes = { type: 'password', required: true, autocomplete: 'new-password' }
    const first = field('New passphrase', { id: 'passphrase', name: 'passphrase', ...attributes },
      'At least 12 characters. It takes the place of a PIN.')
    const second = field('The same again', { id: 'again', name: 'again', ...attributes })
    this.#show('Make a passphrase',
      form({ class: 'panel' }, [first.element, second.element],
        [h('button', { type: 'submit', class: 'primary' }, 'Keep it')],
        async () => {
          const entered = first.input.value, problem = passphraseProblem(entered)
          if (problem) throw new Error(problem)
          if (entered !== second.input.value) throw new Error('The two are not the same.')
          const params = { purpose: 'enrol', sessionId: session.sessionId }
          const challenge = await this.connection.callAsDevice('pin.challenge', params)
          const key = await deriveKey(entered, challenge.newPin)
          const thumbprint = await this.app.device.thumbprint()
          await this.connection.call('pin.enroll', {
            challengeId: challenge.challengeId, publicKey: await publicKey(key), requestId: crypto.randomUUID(),
            proof: await signChallenge(key, challenge, challenge.newPin.generation, thumbprint, 'enrol'),
          })
          await this.#refreshed()
        }))
  }

  #showSecondFactor() {
    const code = field('Code of your authenticator', { id: 'factor', name: 'factor', ...digitsOnly, pattern: '[0-9]{6}' })
    const recovery = field('Recovery code', {
      id: 'recovery', name: 'recovery', ...asTyped, oninput: () => { code.input.required = !recovery.input.value },
    }, 'In place of the code, if you do not have your authenticator. It is used up.')
    this.#show('Second factor',
      form({ class: 'panel' }, [code.element, recovery.element], [h('button', { type: 'submit', class: 'primary' }, 'Log in')], async () => {
        const given = recovery.input.value ? { recoveryCode: writtenSecret(recovery.input.value) } : { code: code.input.value }
        try {
          await this.connection.call('secondFactor.verify', { ...given, requestId: crypto.randomUUID() })
        } catch (fault) {
          if (fault.name !== 'secondFactorUnknown') throw fault
          return this.#showNewFactor()
        }
        await this.#refreshed()
      }),
      h('p', {}, 'Your account has no authenticator yet? ',
        h('button', { type: 'button', class: 'link', onclick: () => this.#beginNewFactor() }, 'Set one up')))
  }

  async #beginNewFactor() {
    try {
      await this.#showNewFactor()
    } catch (fault) {
      announce(faultWords(fault))
    }
  }

  async #showNewFactor() {
    const { secret, issuer, accountName } = await this.connection.call('secondFactor.enroll', { requestId: crypto.randomUUID() })
    const code = field('Its first code', { id: 'factor', name: 'factor', ...digitsOnly, pattern: '[0-9]{6}' })
    this.#show('Set up an authenticator',
      h('p', {}, `Enter this secret in an authenticator, as ${issuer}, ${accountName}:`),
      h('p', { class: 'digits' }, secret),
      form({ class: 'panel' }, code.element, [h('button', { type: 'submit', class: 'primary' }, 'Log in')], async () => {
        await this.connection.call('secondFactor.confirm', { code: code.input.value, requestId: crypto.randomUUID() })
        await this.#refreshed()
      }))
  }
}
