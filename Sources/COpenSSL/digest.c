#include "internal.h"
#include "COpenSSL.h"

#include <openssl/crypto.h>
#include <openssl/kdf.h>
#include <pthread.h>
#include <string.h>

static lk_algorithms algorithms;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static lk_pool digest_contexts;

static void fetch(void) {
    algorithms.sha1 = EVP_MD_fetch(NULL, "SHA1", NULL);
    algorithms.sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    algorithms.sha512 = EVP_MD_fetch(NULL, "SHA512", NULL);
    algorithms.aes256gcm = EVP_CIPHER_fetch(NULL, "AES-256-GCM", NULL);
    algorithms.hkdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
}

const lk_algorithms *lk_fetched(void) {
    pthread_once(&once, fetch);
    return &algorithms;
}

const EVP_MD *lk_md(int digest) {
    const lk_algorithms *fetched = lk_fetched();
    switch (digest) {
        case LK_SHA1: return fetched->sha1;
        case LK_SHA256: return fetched->sha256;
        case LK_SHA512: return fetched->sha512;
    }
    return NULL;
}

static int block_size(int digest) { return digest == LK_SHA512 ? 128 : 64; }
static size_t digest_size(int digest) { return digest == LK_SHA1 ? 20 : digest == LK_SHA256 ? 32 : 64; }

static EVP_MD_CTX *take_digest_context(void) {
    EVP_MD_CTX *context = lk_pool_take(&digest_contexts);
    return context != NULL ? context : EVP_MD_CTX_new();
}

static void give_digest_context(EVP_MD_CTX *context) {
    if (!lk_pool_give(&digest_contexts, context)) EVP_MD_CTX_free(context);
}

static int hash_two(EVP_MD_CTX *context, const EVP_MD *md, const void *a, size_t a_count, const void *b,
                    size_t b_count, uint8_t *out) {
    return EVP_DigestInit_ex2(context, md, NULL) == 1 && (a_count == 0 || EVP_DigestUpdate(context, a, a_count) == 1)
           && (b_count == 0 || EVP_DigestUpdate(context, b, b_count) == 1)
           && EVP_DigestFinal_ex(context, out, NULL) == 1;
}

int lk_hash(int digest, const void *data, size_t count, uint8_t *out) {
    const EVP_MD *md = lk_md(digest);
    if (md == NULL) return 0;
    EVP_MD_CTX *context = take_digest_context();
    if (context == NULL) return 0;
    int ok = hash_two(context, md, data, count, NULL, 0, out);
    give_digest_context(context);
    return ok;
}

// HMAC (RFC 2104) with the fetched digest. EVP_MAC takes several times as long as the hashing of a short message, and keeps
// the key in its context; here the padded key is on the stack and is wiped.
int lk_hmac(int digest, const void *key, size_t key_count, const void *data, size_t count, uint8_t *out) {
    const EVP_MD *md = lk_md(digest);
    if (md == NULL) return 0;
    EVP_MD_CTX *context = take_digest_context();
    if (context == NULL) return 0;
    size_t block = (size_t)block_size(digest), size = digest_size(digest);
    uint8_t pad[128] = {0}, inner[64];
    int ok = 1;
    if (key_count > block) ok = hash_two(context, md, key, key_count, NULL, 0, pad);
    else if (key_count > 0) memcpy(pad, key, key_count);
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
    ok = ok && hash_two(context, md, pad, block, data, count, inner);
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
    ok = ok && hash_two(context, md, pad, block, inner, size, out);
    OPENSSL_cleanse(pad, sizeof pad);
    OPENSSL_cleanse(inner, sizeof inner);
    // EVP_DigestFinal wipes the digest's state, and the context itself contains no key.
    give_digest_context(context);
    return ok;
}

int lk_equal(const void *a, const void *b, size_t count) { return count == 0 || CRYPTO_memcmp(a, b, count) == 0; }
void lk_wipe(void *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }
