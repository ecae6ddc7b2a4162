#include "internal.h"
#include "COpenSSL.h"

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <limits.h>

int lk_hkdf(const void *secret, size_t secret_count, const void *salt, size_t salt_count, const void *info,
            size_t info_count, uint8_t *out, size_t out_count) {
    EVP_KDF *kdf = lk_fetched()->hkdf;
    if (kdf == NULL) return 0;
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    if (context == NULL) return 0;
    uint8_t none = 0;
    OSSL_PARAM params[5], *next = params;
    *next++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0);
    *next++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, secret_count ? (void *)secret : &none, secret_count);
    if (salt_count) *next++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count);
    if (info_count) *next++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count);
    *next = OSSL_PARAM_construct_end();
    int ok = EVP_KDF_derive(context, out, out_count, params) == 1;
    EVP_KDF_CTX_free(context);
    return ok;
}

// libcrypto's default memory limit (32 MiB) is too low for N = 2^15, r = 8; this one is what the parameters need plus 1 MiB.
int lk_scrypt(const void *secret, size_t secret_count, const void *salt, size_t salt_count, uint64_t n, uint64_t r,
              uint64_t p, uint8_t *out, size_t out_count) {
    if (n > (1u << 24) || r > 1024 || p > 1024) return 0;
    uint64_t most = 128 * r * (n + p + 2) + (1u << 20);
    return EVP_PBE_scrypt(secret_count ? secret : "", secret_count, salt_count ? salt : (const void *)"", salt_count,
                          n, r, p, most, out, out_count) == 1;
}

int lk_pbkdf2(int digest, const void *secret, size_t secret_count, const void *salt, size_t salt_count, int rounds,
              uint8_t *out, size_t out_count) {
    const EVP_MD *md = lk_md(digest);
    if (md == NULL || rounds < 1 || secret_count > INT_MAX || salt_count > INT_MAX || out_count > INT_MAX) return 0;
    return PKCS5_PBKDF2_HMAC(secret_count ? secret : "", (int)secret_count,
                             salt_count ? salt : (const void *)"", (int)salt_count, rounds, md, (int)out_count, out) == 1;
}
