#include "internal.h"
#include "COpenSSL.h"

#include <limits.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

static int kind_of(EVP_PKEY *pkey) {
    if (EVP_PKEY_is_a(pkey, "EC")) {
        char group[32];
        size_t count = 0;
        return EVP_PKEY_get_group_name(pkey, group, sizeof group, &count) == 1 && strcmp(group, "prime256v1") == 0
                   ? LK_P256 : 0;
    }
    return EVP_PKEY_is_a(pkey, "ED25519") ? LK_ED25519 : 0;
}

lk_key *lk_key_wrap(EVP_PKEY *pkey) {
    if (pkey == NULL) {
        ERR_clear_error();
        return NULL;
    }
    int kind = kind_of(pkey);
    lk_key *key = kind == 0 ? NULL : calloc(1, sizeof *key);
    if (key == NULL) {
        EVP_PKEY_free(pkey);
        return NULL;
    }
    key->pkey = pkey;
    key->kind = kind;
    return key;
}

static void drain(lk_pool *pool) {
    for (EVP_PKEY_CTX *context; (context = lk_pool_take(pool)) != NULL;) EVP_PKEY_CTX_free(context);
}

void lk_key_free(lk_key *key) {
    if (key == NULL) return;
    drain(&key->signers);
    drain(&key->verifiers);
    EVP_PKEY_free(key->pkey);
    free(key);
}

int lk_key_kind(const lk_key *key) { return key->kind; }

static EVP_PKEY_CTX *new_context(lk_key *key, int (*init)(EVP_PKEY_CTX *)) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key->pkey, NULL);
    if (context == NULL) return NULL;
    if (init(context) != 1 || EVP_PKEY_CTX_set_signature_md(context, lk_fetched()->sha256) != 1) {
        EVP_PKEY_CTX_free(context);
        return NULL;
    }
    return context;
}

EVP_PKEY_CTX *lk_key_signer(lk_key *key) {
    EVP_PKEY_CTX *context = lk_pool_take(&key->signers);
    return context != NULL ? context : new_context(key, EVP_PKEY_sign_init);
}

EVP_PKEY_CTX *lk_key_verifier(lk_key *key) {
    EVP_PKEY_CTX *context = lk_pool_take(&key->verifiers);
    return context != NULL ? context : new_context(key, EVP_PKEY_verify_init);
}

void lk_key_return(lk_pool *pool, EVP_PKEY_CTX *context) {
    if (!lk_pool_give(pool, context)) EVP_PKEY_CTX_free(context);
}

// Refuses encrypted keys; without this callback libcrypto would ask for the pass phrase on the terminal.
static int no_pass_phrase(char *buffer, int size, int writing, void *unused) {
    (void)buffer, (void)size, (void)writing, (void)unused;
    return -1;
}

lk_key *lk_key_read(const void *bytes, size_t count, int pem, int is_private) {
    if (count == 0 || count > 65536) return NULL;
    EVP_PKEY *pkey = NULL;
    if (pem) {
        BIO *bio = BIO_new_mem_buf(bytes, (int)count);
        if (bio == NULL) return NULL;
        pkey = is_private ? PEM_read_bio_PrivateKey(bio, NULL, no_pass_phrase, NULL)
                          : PEM_read_bio_PUBKEY(bio, NULL, no_pass_phrase, NULL);
        BIO_free(bio);
    } else {
        const unsigned char *at = bytes;
        if (is_private) {
            PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &at, (long)count);
            if (info != NULL) pkey = EVP_PKCS82PKEY(info);
            PKCS8_PRIV_KEY_INFO_free(info);
        } else {
            pkey = d2i_PUBKEY(NULL, &at, (long)count);
        }
        if (pkey != NULL && at != (const unsigned char *)bytes + count) {
            EVP_PKEY_free(pkey);
            pkey = NULL;
        }
    }
    ERR_clear_error();
    lk_key *key = lk_key_wrap(pkey);
    uint8_t point[32];
    // Encoded Ed25519 keys must pass the checks of the raw reader, too.
    if (key != NULL && key->kind == LK_ED25519 && !is_private && lk_ed25519_point(key, point)) {
        lk_key_free(key);
        key = lk_ed25519_public(point);
    }
    return key;
}

uint8_t *lk_key_write(const lk_key *key, int pem, int is_private, size_t *count) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio == NULL) return NULL;
    int ok = is_private ? (pem ? PEM_write_bio_PKCS8PrivateKey(bio, key->pkey, NULL, NULL, 0, NULL, NULL)
                               : i2d_PKCS8PrivateKey_bio(bio, key->pkey, NULL, NULL, 0, NULL, NULL))
                        : (pem ? PEM_write_bio_PUBKEY(bio, key->pkey) : i2d_PUBKEY_bio(bio, key->pkey));
    char *data = NULL;
    long length = BIO_get_mem_data(bio, &data);
    uint8_t *buffer = ok == 1 && length > 0 ? malloc((size_t)length) : NULL;
    if (buffer != NULL) {
        memcpy(buffer, data, (size_t)length);
        *count = (size_t)length;
    }
    if (length > 0) OPENSSL_cleanse(data, (size_t)length);
    BIO_free(bio);
    ERR_clear_error();
    return buffer;
}

void lk_buffer_free(uint8_t *buffer, size_t count) {
    if (buffer == NULL) return;
    OPENSSL_cleanse(buffer, count);
    free(buffer);
}
