#include "internal.h"
#include "COpenSSL.h"

#include <openssl/bn.h>
#include <openssl/err.h>
#include <string.h>

// Canonical y coordinates (little-endian) of the eight points of small order: 0, 1, p-1 and the two of order eight.
static const uint8_t small_order[5][32] = {
    {0},
    {1},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
     0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
     0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a}};

// 2^255 - 19 and the curve's d, big-endian.
static const uint8_t prime[32] = {0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xed};
static const uint8_t curve_d[32] = {0x52, 0x03, 0x6c, 0xee, 0x2b, 0x6f, 0xfe, 0x73, 0x8c, 0xc7, 0x40,
                                    0x79, 0x77, 0x79, 0xe8, 0x98, 0x00, 0x70, 0x0a, 0x4d, 0x41, 0x41,
                                    0xd8, 0xab, 0x75, 0xeb, 0x4d, 0xca, 0x13, 0x59, 0x78, 0xa3};

// 1 if x^2 = (y^2 - 1) / (d y^2 + 1) has a root, that is if (y^2 - 1)(d y^2 + 1) is a square. For public data only, because
// it does not run in constant time.
static int on_curve(const uint8_t *y_little) {
    BN_CTX *context = BN_CTX_new();
    if (context == NULL) return 0;
    BN_CTX_start(context);
    BIGNUM *p = BN_CTX_get(context), *d = BN_CTX_get(context), *y = BN_CTX_get(context), *v = BN_CTX_get(context);
    int ok = v != NULL && BN_bin2bn(prime, 32, p) != NULL && BN_bin2bn(curve_d, 32, d) != NULL
             && BN_lebin2bn(y_little, 32, y) != NULL && BN_mod_sqr(y, y, p, context) == 1
             && BN_mod_mul(v, d, y, p, context) == 1 && BN_add_word(v, 1) == 1 && BN_add(y, y, p) == 1
             && BN_sub_word(y, 1) == 1 && BN_mod_mul(v, v, y, p, context) == 1 && BN_kronecker(v, p, context) == 1;
    BN_CTX_end(context);
    BN_CTX_free(context);
    return ok;
}

static int canonical(const uint8_t *y) {
    if (y[31] != 0x7f) return 1;
    for (int i = 30; i > 0; i--)
        if (y[i] != 0xff) return 1;
    return y[0] < 0xed;
}

lk_key *lk_ed25519_public(const uint8_t *point) {
    uint8_t y[32];
    memcpy(y, point, 32);
    y[31] &= 0x7f;
    if (!canonical(y)) return NULL;
    for (int i = 0; i < 5; i++)
        if (memcmp(y, small_order[i], 32) == 0) return NULL;
    if (!on_curve(y)) return NULL;
    return lk_key_wrap(EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, point, 32));
}

lk_key *lk_ed25519_private(const uint8_t *seed) {
    return lk_key_wrap(EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL, seed, 32));
}

int lk_ed25519_seed(const lk_key *key, uint8_t *seed) {
    size_t count = 32;
    return key->kind == LK_ED25519 && EVP_PKEY_get_raw_private_key(key->pkey, seed, &count) == 1 && count == 32;
}

int lk_ed25519_point(const lk_key *key, uint8_t *point) {
    size_t count = 32;
    return key->kind == LK_ED25519 && EVP_PKEY_get_raw_public_key(key->pkey, point, &count) == 1 && count == 32;
}

int lk_ed25519_sign(const lk_key *key, const void *data, size_t count, uint8_t *signature) {
    size_t length = 64;
    EVP_MD_CTX *context = key->kind == LK_ED25519 ? EVP_MD_CTX_new() : NULL;
    int ok = context != NULL && EVP_DigestSignInit_ex(context, NULL, NULL, NULL, NULL, key->pkey, NULL) == 1
             && EVP_DigestSign(context, signature, &length, count ? data : "", count) == 1 && length == 64;
    EVP_MD_CTX_free(context);
    return ok;
}

int lk_ed25519_verify(const lk_key *key, const void *data, size_t count, const uint8_t *signature) {
    EVP_MD_CTX *context = key->kind == LK_ED25519 ? EVP_MD_CTX_new() : NULL;
    int ok = context != NULL && EVP_DigestVerifyInit_ex(context, NULL, NULL, NULL, NULL, key->pkey, NULL) == 1
             && EVP_DigestVerify(context, signature, 64, count ? data : "", count) == 1;
    EVP_MD_CTX_free(context);
    if (!ok) ERR_clear_error();
    return ok;
}
