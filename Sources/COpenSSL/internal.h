// Declarations shared by the C files of this bridge, not visible to Swift.
#ifndef LATCHKEY_COPENSSL_INTERNAL_H
#define LATCHKEY_COPENSSL_INTERNAL_H

#define OPENSSL_NO_DEPRECATED

#include <openssl/evp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Algorithms, fetched once for the life of the process; a member is NULL if libcrypto lacks it.
typedef struct {
    EVP_MD *sha1, *sha256, *sha512;
    EVP_CIPHER *aes256gcm;
    EVP_KDF *hkdf;
} lk_algorithms;
const lk_algorithms *lk_fetched(void);
const EVP_MD *lk_md(int digest);

// A pool of a few idle contexts, used without a lock. When it is full, the caller frees the context.
#define LK_POOL_SLOTS 8
typedef struct {
    _Atomic(void *) slot[LK_POOL_SLOTS];
} lk_pool;

static inline void *lk_pool_take(lk_pool *pool) {
    for (int i = 0; i < LK_POOL_SLOTS; i++) {
        if (atomic_load_explicit(&pool->slot[i], memory_order_relaxed) == NULL) continue;
        void *context = atomic_exchange_explicit(&pool->slot[i], NULL, memory_order_acq_rel);
        if (context != NULL) return context;
    }
    return NULL;
}

static inline int lk_pool_give(lk_pool *pool, void *context) {
    for (int i = 0; i < LK_POOL_SLOTS; i++) {
        void *empty = NULL;
        if (atomic_compare_exchange_strong_explicit(&pool->slot[i], &empty, context, memory_order_acq_rel,
                                                    memory_order_relaxed))
            return 1;
    }
    return 0;
}

struct lk_key {
    EVP_PKEY *pkey;
    int kind;
    lk_pool signers, verifiers;
};

// Takes ownership of `pkey`, also on refusal, when it is freed and NULL returned.
struct lk_key *lk_key_wrap(EVP_PKEY *pkey);
// A context ready for EVP_PKEY_sign / EVP_PKEY_verify over a SHA-256 digest, from the key's pool or new.
EVP_PKEY_CTX *lk_key_signer(struct lk_key *key);
EVP_PKEY_CTX *lk_key_verifier(struct lk_key *key);
void lk_key_return(lk_pool *pool, EVP_PKEY_CTX *context);

#endif
