#include "internal.h"
#include "COpenSSL.h"

#include <limits.h>

// The context is made and freed in each call, because freeing wipes the key schedule; a pooled context would keep it.
int lk_gcm_seal(const uint8_t *key, const uint8_t *nonce, const void *aad, size_t aad_count, const void *plain,
                size_t count, uint8_t *out, uint8_t *tag) {
    const EVP_CIPHER *cipher = lk_fetched()->aes256gcm;
    if (cipher == NULL || aad_count > INT_MAX || count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == NULL) return 0;
    int n = 0;
    int ok = EVP_EncryptInit_ex2(context, cipher, key, nonce, NULL) == 1
             && (aad_count == 0 || EVP_EncryptUpdate(context, NULL, &n, aad, (int)aad_count) == 1)
             && (count == 0 || EVP_EncryptUpdate(context, out, &n, plain, (int)count) == 1)
             && EVP_EncryptFinal_ex(context, tag, &n) == 1
             && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1;
    EVP_CIPHER_CTX_free(context);
    return ok;
}

int lk_gcm_open(const uint8_t *key, const uint8_t *nonce, const void *aad, size_t aad_count, const void *sealed,
                size_t count, const uint8_t *tag, uint8_t *out) {
    const EVP_CIPHER *cipher = lk_fetched()->aes256gcm;
    if (cipher == NULL || aad_count > INT_MAX || count > INT_MAX) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (context == NULL) return 0;
    int n = 0;
    uint8_t unused[16];
    int ok = EVP_DecryptInit_ex2(context, cipher, key, nonce, NULL) == 1
             && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, (void *)tag) == 1
             && (aad_count == 0 || EVP_DecryptUpdate(context, NULL, &n, aad, (int)aad_count) == 1)
             && (count == 0 || EVP_DecryptUpdate(context, out, &n, sealed, (int)count) == 1)
             && EVP_DecryptFinal_ex(context, unused, &n) == 1;
    EVP_CIPHER_CTX_free(context);
    return ok;
}
