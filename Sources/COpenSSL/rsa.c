#include "internal.h"
#include "COpenSSL.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

lk_key *lk_rsa_generate(int bits) {
    EVP_PKEY *pkey = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    if (context != NULL && EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) == 1)
        if (EVP_PKEY_generate(context, &pkey) != 1) pkey = NULL;
    EVP_PKEY_CTX_free(context);
    return lk_key_wrap(pkey);
}

lk_key *lk_rsa_public(const uint8_t *modulus, size_t modulus_count, const uint8_t *exponent, size_t exponent_count) {
    if (modulus_count > 1024 || exponent_count == 0 || exponent_count > 8 || !(exponent[exponent_count - 1] & 1))
        return NULL;
    EVP_PKEY *pkey = NULL;
    BIGNUM *n = BN_bin2bn(modulus, (int)modulus_count, NULL), *e = BN_bin2bn(exponent, (int)exponent_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *context = NULL;
    if (n != NULL && e != NULL && BN_is_odd(n) && !BN_is_one(e) && builder != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1
        && (params = OSSL_PARAM_BLD_to_param(builder)) != NULL
        && (context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL)) != NULL && EVP_PKEY_fromdata_init(context) == 1)
        if (EVP_PKEY_fromdata(context, &pkey, EVP_PKEY_PUBLIC_KEY, params) != 1) pkey = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    BN_free(e);
    return lk_key_wrap(pkey);
}

size_t lk_rsa_size(const lk_key *key) { return key->kind == LK_RSA ? (size_t)EVP_PKEY_get_size(key->pkey) : 0; }

size_t lk_rsa_numbers(const lk_key *key, uint8_t *modulus, uint8_t *exponent) {
    if (key->kind != LK_RSA) return 0;
    BIGNUM *n = NULL, *e = NULL;
    size_t count = 0;
    int size = (int)lk_rsa_size(key);
    if (EVP_PKEY_get_bn_param(key->pkey, OSSL_PKEY_PARAM_RSA_N, &n) == 1
        && EVP_PKEY_get_bn_param(key->pkey, OSSL_PKEY_PARAM_RSA_E, &e) == 1 && BN_num_bytes(e) <= 8
        && BN_bn2binpad(n, modulus, size) == size)
        count = (size_t)BN_bn2bin(e, exponent);
    BN_free(n);
    BN_free(e);
    return count;
}

int lk_rsa_sign(lk_key *key, const void *data, size_t count, uint8_t *signature) {
    uint8_t digest[32];
    size_t length = lk_rsa_size(key);
    if (key->kind != LK_RSA || !lk_hash(LK_SHA256, data, count, digest)) return 0;
    EVP_PKEY_CTX *context = lk_key_signer(key);
    if (context == NULL) return 0;
    int ok = EVP_PKEY_sign(context, signature, &length, digest, sizeof digest) == 1 && length == lk_rsa_size(key);
    if (ok) lk_key_return(&key->signers, context);
    else EVP_PKEY_CTX_free(context);
    return ok;
}

int lk_rsa_verify(lk_key *key, const void *data, size_t count, const uint8_t *signature, size_t signature_count) {
    uint8_t digest[32];
    if (key->kind != LK_RSA || signature_count != lk_rsa_size(key) || !lk_hash(LK_SHA256, data, count, digest)) return 0;
    EVP_PKEY_CTX *context = lk_key_verifier(key);
    if (context == NULL) return 0;
    int ok = EVP_PKEY_verify(context, signature, signature_count, digest, sizeof digest) == 1;
    if (!ok) ERR_clear_error();
    lk_key_return(&key->verifiers, context);
    return ok;
}
