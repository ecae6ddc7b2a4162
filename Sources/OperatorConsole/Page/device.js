// This browser as a device: its key, and the proof that goes with each call (RFC 9449, with the members mth and bh).

import { base64url, sha256, utf8 } from './encoding.js'

const storeName = 'device'

/**
 * The device key and what the browser remembers of its last login. The private key cannot be read, not even by this script;
 * IndexedDB holds a reference to it. No token is stored.
 */
export class Device {
  static async load() {
    const stored = await inStore('readonly', (store) => store.get('device'))
    return stored ? new Device(stored) : Device.#make()
  }

  static async #make() {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const device = new Device({ key: pair.privateKey, jwk: { kty, crv, x, y } })
    await device.#save()
    return device
  }

  constructor(content) { this.content = content }

  /** The account of the last login; undefined before the first one. */
  get account() { return this.content.account }

  /** Remembers the account for a login by PIN, which names it. */
  async remember(account) {
    this.content.account = account
    await this.#save()
  }

  /** Deletes the key; the next start makes another one, which auth has to admit anew. */
  async forget() { await inStore('readwrite', (store) => store.delete('device')) }

  #save() { return inStore('readwrite', (store) => store.put(this.content, 'device')) }

  /** The SHA-256 of the public key (RFC 7638). */
  thumbprint() {
    const { crv, kty, x, y } = this.content.jwk
    return sha256(utf8(JSON.stringify({ crv, kty, x, y })))
  }

  /** Makes the header `DPoP` of one request. */
  async proof({ url, method, body, token, nonce }) {
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: this.content.jwk }
    const claims = {
      jti: base64url(crypto.getRandomValues(new Uint8Array(16))), htm: 'POST', htu: url,
      iat: Math.floor(Date.now() / 1000), mth: method, bh: base64url(await sha256(body)),
    }
    if (nonce) claims.nonce = nonce
    if (token) claims.ath = base64url(await sha256(utf8(token)))
    const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join('.')
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    return `${signed}.${base64url(await crypto.subtle.sign(algorithm, this.content.key, utf8(signed)))}`
  }
}

/** Runs one request on the object store, and returns its result once the transaction has been stored. */
function inStore(mode, request) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('latchkey-console', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(storeName, mode)
      const running = request(transaction.objectStore(storeName))
      transaction.oncomplete = () => {
        opening.result.close()
        resolve(running.result)
      }
      transaction.onabort = () => reject(transaction.error)
    }
  })
}
