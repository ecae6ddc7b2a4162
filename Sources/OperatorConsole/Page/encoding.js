// Bytes in the forms that auth uses on the wire and in what is signed.

export const utf8 = (text) => new TextEncoder().encode(text)

export function base64url(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64url(text) {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
}

export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Joins parts, each preceded by its length in four bytes, the most significant first. Texts are taken as UTF-8. */
export function lengthPrefixed(...parts) {
  const pieces = parts.map((part) => typeof part === 'string' ? utf8(part) : part)
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + 4 + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    new DataView(joined.buffer).setUint32(offset, piece.length)
    joined.set(piece, offset + 4)
    offset += 4 + piece.length
  }
  return joined
}
