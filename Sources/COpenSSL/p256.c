#include "internal.h"
#include "COpenSSL.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <pthread.h>
#include <string.h>

// The order of the base point, big-endian (SEC 2, secp256r1).
static const uint8_t order[32] = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
                                  0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};
static EC_GROUP *group;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make_group(void) { group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1); }

// 1 if the 32 bytes are a number in 1 … n-1. It runs in constant time, because it also checks secret scalars.
static int in_range(const uint8_t *number) {
    uint32_t any = 0, borrow = 0;
    for (int i = 31; i >= 0; i--) {
        any |= number[i];
        borrow = (((uint32_t)number[i] - order[i] - borrow) >> 31) & 1;
    }
    return (any != 0) & (int)borrow;
}

static EVP_PKEY *from_data(const uint8_t *point, const BIGNUM *scalar) {
    EVP_PKEY *pkey = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *context = NULL;
    if (builder != NULL
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1
        && (scalar == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1)
        && (params = OSSL_PARAM_BLD_to_param(builder)) != NULL
        && (context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL)) != NULL && EVP_PKEY_fromdata_init(context) == 1)
        if (EVP_PKEY_fromdata(context, &pkey, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
            pkey = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    return pkey;
}

lk_key *lk_p256_private(const uint8_t *scalar) {
    pthread_once(&once, make_group);
    if (group == NULL || !in_range(scalar)) return NULL;
    uint8_t encoded[65];
    lk_key *key = NULL;
    BIGNUM *d = BN_secure_new();
    EC_POINT *point = EC_POINT_new(group);
    if (d != NULL && point != NULL && BN_bin2bn(scalar, 32, d) != NULL) {
        BN_set_flags(d, BN_FLG_CONSTTIME);
        if (EC_POINT_mul(group, point, d, NULL, NULL, NULL) == 1
            && EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, encoded, 65, NULL) == 65)
            key = lk_key_wrap(from_data(encoded, d));
    }
    EC_POINT_clear_free(point);
    BN_clear_free(d);
    return key;
}

lk_key *lk_p256_public(const uint8_t *point) {
    if (point[0] != 0x04) return NULL;
    return lk_key_wrap(from_data(point, NULL));
}

int lk_p256_scalar(const lk_key *key, uint8_t *scalar) {
    BIGNUM *d = NULL;
    int ok = key->kind == LK_P256 && EVP_PKEY_get_bn_param(key->pkey, OSSL_PKEY_PARAM_PRIV_KEY, &d) == 1
             && BN_bn2binpad(d, scalar, 32) == 32;
    BN_clear_free(d);
    return ok;
}

int lk_p256_point(const lk_key *key, uint8_t *point) {
    if (key->kind != LK_P256) return 0;
    BIGNUM *x = NULL, *y = NULL;
    int ok = EVP_PKEY_get_bn_param(key->pkey, OSSL_PKEY_PARAM_EC_PUB_X, &x) == 1
             && EVP_PKEY_get_bn_param(key->pkey, OSSL_PKEY_PARAM_EC_PUB_Y, &y) == 1
             && BN_bn2binpad(x, point + 1, 32) == 32 && BN_bn2binpad(y, point + 33, 32) == 32;
    point[0] = 0x04;
    BN_free(x);
    BN_free(y);
    return ok;
}

// Writes a 32-byte number as a DER INTEGER, without leading zeros but with one if the top bit would be read as a sign.
static size_t put_integer(const uint8_t *number, uint8_t *der) {
    size_t skip = 0;
    while (skip < 31 && number[skip] == 0) skip++;
    size_t pad = number[skip] >> 7, count = 32 - skip;
    der[0] = 0x02;
    der[1] = (uint8_t)(count + pad);
    der[2] = 0;
    memcpy(der + 2 + pad, number + skip, count);
    return 2 + pad + count;
}

static size_t get_integer(const uint8_t *der, size_t count, uint8_t *number) {
    if (count < 3 || der[0] != 0x02) return 0;
    size_t length = der[1];
    if (length == 0 || length > 33 || count < 2 + length) return 0;
    const uint8_t *body = der + 2;
    if (body[0] & 0x80) return 0;
    if (length > 1 && body[0] == 0 && !(body[1] & 0x80)) return 0;
    if (length == 33 && body[0] != 0) return 0;
    size_t skip = length == 33 ? 1 : 0;
    memset(number, 0, 32);
    memcpy(number + 32 - (length - skip), body + skip, length - skip);
    return 2 + length;
}

size_t lk_p256_der_from_raw(const uint8_t *raw, uint8_t *der) {
    if (!in_range(raw) || !in_range(raw + 32)) return 0;
    size_t r = put_integer(raw, der + 2), s = put_integer(raw + 32, der + 2 + r);
    der[0] = 0x30;
    der[1] = (uint8_t)(r + s);
    return 2 + r + s;
}

int lk_p256_raw_from_der(const uint8_t *der, size_t count, uint8_t *raw) {
    if (count < 8 || count > 72 || der[0] != 0x30 || der[1] != count - 2) return 0;
    uint8_t number[64];
    size_t r = get_integer(der + 2, count - 2, number);
    if (r == 0) return 0;
    size_t s = get_integer(der + 2 + r, count - 2 - r, number + 32);
    if (s == 0 || 2 + r + s != count || !in_range(number) || !in_range(number + 32)) return 0;
    memcpy(raw, number, 64);
    return 1;
}

int lk_p256_sign(lk_key *key, const void *data, size_t count, uint8_t *signature) {
    uint8_t digest[32], der[80];
    size_t length = sizeof der;
    if (key->kind != LK_P256 || !lk_hash(LK_SHA256, data, count, digest)) return 0;
    EVP_PKEY_CTX *context = lk_key_signer(key);
    if (context == NULL) return 0;
    int ok = EVP_PKEY_sign(context, der, &length, digest, sizeof digest) == 1
             && lk_p256_raw_from_der(der, length, signature);
    if (ok) lk_key_return(&key->signers, context);
    else EVP_PKEY_CTX_free(context);
    return ok;
}

int lk_p256_verify(lk_key *key, const void *data, size_t count, const uint8_t *signature) {
    uint8_t digest[32], der[72];
    size_t length = lk_p256_der_from_raw(signature, der);
    if (key->kind != LK_P256 || length == 0 || !lk_hash(LK_SHA256, data, count, digest)) return 0;
    EVP_PKEY_CTX *context = lk_key_verifier(key);
    if (context == NULL) return 0;
    int ok = EVP_PKEY_verify(context, der, length, digest, sizeof digest) == 1;
    if (!ok) ERR_clear_error();
    lk_key_return(&key->verifiers, context);
    return ok;
}

int lk_p256_agree(const lk_key *key, const lk_key *peer, uint8_t *secret) {
    if (key->kind != LK_P256 || peer->kind != LK_P256) return 0;
    size_t count = 32;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key->pkey, NULL);
    int ok = context != NULL && EVP_PKEY_derive_init(context) == 1
             && EVP_PKEY_derive_set_peer(context, peer->pkey) == 1 && EVP_PKEY_derive(context, secret, &count) == 1
             && count == 32;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return ok;
}
