// Calls of auth: JSON-RPC 2.0 with a request proof, and the session that they carry.

import { utf8 } from './encoding.js'

const url = `${location.origin}/console/rpc`

/** A refusal by the service. `name` is the fault's name, `data` what goes with it. */
export class Fault extends Error {
  constructor(error) {
    super(error.message)
    this.data = error.data ?? {}
    this.name = this.data.fault ?? String(error.code)
    this.code = error.code
  }
}

/** The service did not answer. */
export class Unreachable extends Error {
  constructor() { super('The service does not answer. Try again.') }
}

/** The connection to auth. The tokens of the session are held here, in memory only. */
export class Connection {
  #nonce
  #session
  #refreshing
  #count = 0

  constructor(device) {
    this.device = device
    /** Called with the fault that has ended the session. */
    this.whenEnded = () => {}
  }

  get session() { return this.#session }
  set session(grant) { this.#session = grant }

  /** Calls a method that takes a proof by this device alone. */
  callAsDevice(method, params = {}) { return this.#call(method, params, undefined) }

  /**
   * Calls a method with the session's token. An expired token is refreshed and the call repeated. If the session has ended,
   * `whenEnded` is called, and the call fails with the fault.
   */
  async call(method, params = {}) {
    const session = this.#session
    try {
      return await this.#call(method, params, session?.accessToken)
    } catch (fault) {
      if (fault.name !== 'tokenExpired') throw this.#noticeEnd(fault)
    }
    if (this.#session === session) await this.refresh()
    try {
      return await this.#call(method, params, this.#session?.accessToken)
    } catch (fault) {
      throw this.#noticeEnd(fault)
    }
  }

  /** Exchanges the refresh token. Calls at the same time share one exchange. */
  refresh() {
    this.#refreshing ??= this.#refresh().finally(() => { this.#refreshing = undefined })
    return this.#refreshing
  }

  async #refresh() {
    const params = { refreshToken: this.#session.refreshToken, requestId: crypto.randomUUID() }
    try {
      this.#session = await this.#call('session.refresh', params, undefined)
    } catch (fault) {
      throw this.#noticeEnd(fault)
    }
  }

  #noticeEnd(fault) {
    if (fault.status === 401 && this.#session) {
      this.#session = undefined
      this.whenEnded(fault)
    }
    return fault
  }

  /** Sends a call again after a refused proof, which brings a new nonce, and once after a lost answer. */
  async #call(method, params, token) {
    const body = utf8(JSON.stringify({ jsonrpc: '2.0', id: ++this.#count, method, params }))
    let isRepeatedForNonce = false, isRepeatedForLoss = false
    for (;;) {
      const { answer, status } = await this.#send(method, body, token)
      if (answer && 'result' in answer) return answer.result
      if (answer?.error) {
        const fault = Object.assign(new Fault(answer.error), { status })
        if (fault.name !== 'proofRefused' || isRepeatedForNonce) throw fault
        isRepeatedForNonce = true
      } else {
        if (isRepeatedForLoss) throw new Unreachable()
        isRepeatedForLoss = true
      }
    }
  }

  async #send(method, body, token) {
    const headers = { 'Content-Type': 'application/json' }
    headers.DPoP = await this.device.proof({ url, method, body, token, nonce: this.#nonce })
    if (token) headers.Authorization = `DPoP ${token}`
    try {
      const reply = await fetch(url, { method: 'POST', body, headers, cache: 'no-store', redirect: 'error' })
      this.#nonce = reply.headers.get('DPoP-Nonce') ?? this.#nonce
      return { answer: await reply.json(), status: reply.status }
    } catch {
      return {}
    }
  }
}
