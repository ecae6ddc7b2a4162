#include "internal.h"

#include <openssl/crypto.h>

/// Keeps OpenSSL from freeing its global state when the process exits.
///
/// The threads of libcurl and of the databases may still close their connections while the main thread runs the exit
/// handlers. OpenSSL's own handler would free what they use. The first initialisation decides, so this runs before `main`.
__attribute__((constructor)) static void keep_state_until_the_end(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
