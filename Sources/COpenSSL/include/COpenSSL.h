// The operations of libcrypto that Latchkey uses, over plain pointers and lengths.
//
// No OpenSSL header is included here, so Swift imports these few declarations and not the library's thousands.
// Unless stated otherwise a function returns 1 on success and 0 on refusal or failure; outputs are valid only on
// success. Algorithms are fetched once. Contexts are pooled without locks, or made and wiped in each call where they
// would keep a key.
#ifndef LATCHKEY_COPENSSL_H
#define LATCHKEY_COPENSSL_H

#include <stddef.h>
#include <stdint.h>

// Digests, by number: the Swift side's HashFunction has the same raw values.
#define LK_SHA1 1
#define LK_SHA256 2
#define LK_SHA512 3

// `out` must hold the digest's length (20, 32, 64).
int lk_hash(int digest, const void *data, size_t count, uint8_t *out);
int lk_hmac(int digest, const void *key, size_t key_count, const void *data, size_t count, uint8_t *out);

// AES-256-GCM with a 12-byte nonce and a 16-byte tag. `out` holds `count` bytes.
int lk_gcm_seal(const uint8_t *key, const uint8_t *nonce, const void *aad, size_t aad_count, const void *plain,
                size_t count, uint8_t *out, uint8_t *tag);
int lk_gcm_open(const uint8_t *key, const uint8_t *nonce, const void *aad, size_t aad_count, const void *sealed,
                size_t count, const uint8_t *tag, uint8_t *out);

int lk_hkdf(const void *secret, size_t secret_count, const void *salt, size_t salt_count, const void *info,
            size_t info_count, uint8_t *out, size_t out_count);
int lk_scrypt(const void *secret, size_t secret_count, const void *salt, size_t salt_count, uint64_t n, uint64_t r,
              uint64_t p, uint8_t *out, size_t out_count);
int lk_pbkdf2(int digest, const void *secret, size_t secret_count, const void *salt, size_t salt_count, int rounds,
              uint8_t *out, size_t out_count);

int lk_equal(const void *a, const void *b, size_t count);
void lk_wipe(void *bytes, size_t count);

// Asymmetric keys. A key may be used by several threads at once.
typedef struct lk_key lk_key;
void lk_key_free(lk_key *key);

#define LK_P256 1
#define LK_ED25519 2
// The key's kind.
int lk_key_kind(const lk_key *key);

// Encoded keys: PKCS#8 and SubjectPublicKeyInfo. The reader returns NULL for encrypted keys, other kinds, and trailing
// bytes after DER. The writer returns a buffer, to be freed with lk_buffer_free (which wipes it), and its length; NULL
// on failure.
lk_key *lk_key_read(const void *bytes, size_t count, int pem, int is_private);
uint8_t *lk_key_write(const lk_key *key, int pem, int is_private, size_t *count);
void lk_buffer_free(uint8_t *buffer, size_t count);

// P-256: the private scalar is 32 bytes big-endian in 1 … n-1, the public key is 04‖X‖Y (65 bytes, checked on curve).
lk_key *lk_p256_private(const uint8_t *scalar);
lk_key *lk_p256_public(const uint8_t *point);
int lk_p256_scalar(const lk_key *key, uint8_t *scalar);
int lk_p256_point(const lk_key *key, uint8_t *point);
// ECDSA with SHA-256; the signature is r‖s, 64 bytes, each in 1 … n-1.
int lk_p256_sign(lk_key *key, const void *data, size_t count, uint8_t *signature);
int lk_p256_verify(lk_key *key, const void *data, size_t count, const uint8_t *signature);
int lk_p256_agree(const lk_key *key, const lk_key *peer, uint8_t *secret);
// Strict DER to r‖s and back. The second writes up to 72 bytes and returns their count, 0 if r or s is out of range.
int lk_p256_raw_from_der(const uint8_t *der, size_t count, uint8_t *raw);
size_t lk_p256_der_from_raw(const uint8_t *raw, uint8_t *der);

// Ed25519: seed, public key and signature of 32, 32 and 64 bytes. The public reader refuses encodings that are not
// canonical, not on the curve, or of small order.
lk_key *lk_ed25519_private(const uint8_t *seed);
lk_key *lk_ed25519_public(const uint8_t *point);
int lk_ed25519_seed(const lk_key *key, uint8_t *seed);
int lk_ed25519_point(const lk_key *key, uint8_t *point);
int lk_ed25519_sign(const lk_key *key, const void *data, size_t count, uint8_t *signature);
int lk_ed25519_verify(const lk_key *key, const void *data, size_t count, const uint8_t *signature);

#endif
