// scrypt (RFC 7914), which browsers do not have. PBKDF2 is the browser's.

/**
 * Derives `length` bytes. It takes 128 · n · r bytes of memory, and blocks the page while it works: about half a second for the
 * n of a PIN.
 */
export async function scrypt(password, salt, { n, r, p }, length) {
  const blocks = await pbkdf2(password, salt, p * 128 * r)
  // Every processor that browsers run on stores words in the order that the algorithm reads them.
  const words = new Uint32Array(blocks.buffer)
  for (let index = 0; index < p; index++) mixBlock(words.subarray(index * 32 * r, (index + 1) * 32 * r), n)
  return pbkdf2(password, blocks, length)
}

async function pbkdf2(password, salt, length) {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 1 }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 8 * length))
}

/** The algorithm scryptROMix, in place. */
function mixBlock(block, n) {
  const size = block.length
  const memory = new Uint32Array(n * size)
  let current = block.slice(), next = new Uint32Array(size)
  for (let index = 0; index < n; index++) {
    memory.set(current, index * size)
    blockMix(current, next);
    [current, next] = [next, current]
  }
  for (let index = 0; index < n; index++) {
    // n is a power of two, so the remainder of the little-endian integer is that of its first word.
    const row = (current[size - 16] & (n - 1)) * size
    for (let word = 0; word < size; word++) current[word] ^= memory[row + word]
    blockMix(current, next);
    [current, next] = [next, current]
  }
  block.set(current)
  memory.fill(0)
}

/** The block that scryptBlockMix works on; one for all calls, because hundreds of thousands of them follow each other. */
const x = new Uint32Array(16)

/** The algorithm scryptBlockMix: blocks of even number go to the first half of the output, the others to the second. */
function blockMix(input, output) {
  const size = input.length
  for (let word = 0; word < 16; word++) x[word] = input[size - 16 + word]
  for (let start = 0; start < size; start += 16) {
    for (let word = 0; word < 16; word++) x[word] ^= input[start + word]
    salsa(x)
    output.set(x, (start >> 5 << 4) + (start & 16 ? size >> 1 : 0))
  }
}

/** The Salsa20/8 core, in place. */
function salsa(x) {
  let a = x[0], b = x[1], c = x[2], d = x[3], e = x[4], f = x[5], g = x[6], h = x[7]
  let i = x[8], j = x[9], k = x[10], l = x[11], m = x[12], n = x[13], o = x[14], p = x[15], t
  for (let round = 0; round < 4; round++) {
    t = a + m; e ^= t << 7 | t >>> 25
    t = e + a; i ^= t << 9 | t >>> 23
    t = i + e; m ^= t << 13 | t >>> 19
    t = m + i; a ^= t << 18 | t >>> 14
    t = f + b; j ^= t << 7 | t >>> 25
    t = j + f; n ^= t << 9 | t >>> 23
    t = n + j; b ^= t << 13 | t >>> 19
    t = b + n; f ^= t << 18 | t >>> 14
    t = k + g; o ^= t << 7 | t >>> 25
    t = o + k; c ^= t << 9 | t >>> 23
    t = c + o; g ^= t << 13 | t >>> 19
    t = g + c; k ^= t << 18 | t >>> 14
    t = p + l; d ^= t << 7 | t >>> 25
    t = d + p; h ^= t << 9 | t >>> 23
    t = h + d; l ^= t << 13 | t >>> 19
    t = l + h; p ^= t << 18 | t >>> 14
    t = a + d; b ^= t << 7 | t >>> 25
    t = b + a; c ^= t << 9 | t >>> 23
    t = c + b; d ^= t << 13 | t >>> 19
    t = d + c; a ^= t << 18 | t >>> 14
    t = f + e; g ^= t << 7 | t >>> 25
    t = g + f; h ^= t << 9 | t >>> 23
    t = h + g; e ^= t << 13 | t >>> 19
    t = e + h; f ^= t << 18 | t >>> 14
    t = k + j; l ^= t << 7 | t >>> 25
    t = l + k; i ^= t << 9 | t >>> 23
    t = i + l; j ^= t << 13 | t >>> 19
    t = j + i; k ^= t << 18 | t >>> 14
    t = p + o; m ^= t << 7 | t >>> 25
    t = m + p; n ^= t << 9 | t >>> 23
    t = n + m; o ^= t << 13 | t >>> 19
    t = o + n; p ^= t << 18 | t >>> 14
  }
  x[0] += a; x[1] += b; x[2] += c; x[3] += d; x[4] += e; x[5] += f; x[6] += g; x[7] += h
  x[8] += i; x[9] += j; x[10] += k; x[11] += l; x[12] += m; x[13] += n; x[14] += o; x[15] += p
}
