// The key that is derived from a PIN or a passphrase, and the proofs that it signs. Neither the PIN nor the key leaves the page.

import { base64url, fromBase64url, lengthPrefixed, utf8 } from './encoding.js'
import { scrypt } from './scrypt.js'

/** What precedes the 32 bytes of an Ed25519 seed in the form PKCS #8 (RFC 8410). */
const pkcs8Prefix = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20]

/**
 * Derives the key of an account's PIN with the parameters of `pin.challenge`.
 *
 * Weaker ones are refused: with them an impostor of the service could search the PIN of a recorded proof.
 */
export async function deriveKey(entered, { salt, kdf }) {
  const isAccepted = kdf.name === 'scrypt' && [15, 16, 17, 18].some((power) => kdf.n === 1 << power) && kdf.r === 8
    && kdf.p >= 1 && kdf.p <= 4
  if (!isAccepted) throw new Error('The service asks for a key derivation that is not safe. Tell the administrator.')
  const saltBytes = fromBase64url(salt)
  const secret = utf8(entered.normalize('NFKC'))
  const stretched = await scrypt(secret, lengthPrefixed('latchkey/pin/1', saltBytes), kdf, 32)
  const material = await crypto.subtle.importKey('raw', stretched, 'HKDF', false, ['deriveBits'])
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: saltBytes, info: utf8('latchkey/pin/ed25519/1') }
  const seed = new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 256))
  const encoded = Uint8Array.from([...pkcs8Prefix, ...seed])
  const key = await crypto.subtle.importKey('pkcs8', encoded, 'Ed25519', true, ['sign'])
  for (const bytes of [secret, stretched, seed, encoded]) bytes.fill(0)
  return key
}

/** The public key, base64url. */
export const publicKey = async (key) => (await crypto.subtle.exportKey('jwk', key)).x

/** Signs a challenge of `pin.challenge`. */
export async function signChallenge(key, challenge, generation, thumbprint, purpose) {
  const message = lengthPrefixed(
    'latchkey/pin-proof/1', challenge.issuer, challenge.challengeId, fromBase64url(challenge.challenge), challenge.subject,
    String(generation), thumbprint, purpose)
  return base64url(await crypto.subtle.sign('Ed25519', key, message))
}

/**
 * What is wrong with a new passphrase; nothing if it may be used. The page makes no PIN of digits: those that are easily guessed
 * would have to be refused here too. Characters of which keyboards write several forms are refused, because another device may
 * not be able to enter them.
 */
export function passphraseProblem(text) {
  const length = [...text].length
  if (length < 12 || length > 128) return 'A passphrase has 12 to 128 characters.'
  if (/^[0-9]+$/.test(text)) return 'A passphrase has other characters than digits.'
  if (/\p{C}/u.test(text) || text.normalize('NFKC') !== text) return 'Use plain letters, digits, spaces and punctuation.'
}
