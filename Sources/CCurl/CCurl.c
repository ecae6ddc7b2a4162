#define _GNU_SOURCE
#include "CCurl.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/// The most header bytes of one response; libcurl 7.88 limits each line but not their sum.
static const size_t headLimit = 64 * 1024;
/// Larger buffers are freed after the request that needed them.
static const size_t keptCapacity = 64 * 1024;
/// An idle connection older than this is not reused, so that a peer with a keep-alive of 30 s does not close it during a
/// request.
static const long idleSeconds = 20;

static bool reserve(uint8_t **bytes, size_t *capacity, size_t needed) {
    if (needed <= *capacity) return true;
    size_t grown = *capacity ? *capacity : 1024;
    while (grown < needed) grown *= 2;
    uint8_t *moved = realloc(*bytes, grown);
    if (!moved) return false;
    *bytes = moved;
    *capacity = grown;
    return true;
}

static void wipe(uint8_t **bytes, size_t *length, size_t *capacity) {
    if (*length) explicit_bzero(*bytes, *length);
    *length = 0;
    if (*capacity > keptCapacity) {
        free(*bytes);
        *bytes = NULL;
        *capacity = 0;
    }
}

static size_t on_body(char *bytes, size_t one, size_t count, void *context) {
    lk_transfer *t = context;
    (void)one;
    if (count > t->bodyLimit - t->bodyLength) {
        t->tooLarge = true;
        return 0;
    }
    if (!reserve(&t->body, &t->bodyCapacity, t->bodyLength + count)) return 0;
    memcpy(t->body + t->bodyLength, bytes, count);
    t->bodyLength += count;
    return count;
}

static size_t on_head(char *bytes, size_t one, size_t count, void *context) {
    lk_transfer *t = context;
    (void)one;
    if (count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) t->headLength = 0;  // a 1xx response came before
    if (count > headLimit - t->headLength) {
        t->tooLarge = true;
        return 0;
    }
    if (!reserve(&t->head, &t->headCapacity, t->headLength + count)) return 0;
    memcpy(t->head + t->headLength, bytes, count);
    t->headLength += count;
    return count;
}

static bool is_private4(const uint8_t a[4]) {
    return a[0] == 0 || a[0] == 10 || a[0] == 127 || a[0] >= 224
        || (a[0] == 100 && (a[1] & 0xC0) == 64) || (a[0] == 169 && a[1] == 254)
        || (a[0] == 172 && (a[1] & 0xF0) == 16) || (a[0] == 192 && a[1] == 168)
        || (a[0] == 192 && a[1] == 0 && (a[2] == 0 || a[2] == 2)) || (a[0] == 192 && a[1] == 88 && a[2] == 99)
        || (a[0] == 198 && (a[1] & 0xFE) == 18) || (a[0] == 198 && a[1] == 51 && a[2] == 100)
        || (a[0] == 203 && a[1] == 0 && a[2] == 113);
}

/// An address that embeds an IPv4 address (NAT64, 6to4) is private if that IPv4 address is. Of the others only global
/// unicast addresses (2000::/3) are public, and the special blocks among them are not.
static bool is_private6(const uint8_t a[16]) {
    static const uint8_t nat64[12] = {0x00, 0x64, 0xFF, 0x9B};
    if (memcmp(a, nat64, 12) == 0) return is_private4(a + 12);
    if ((a[0] & 0xE0) != 0x20) return true;
    if (a[0] == 0x20 && a[1] == 0x02) return is_private4(a + 2);           // 6to4
    if (a[0] == 0x20 && a[1] == 0x01 && (a[2] & 0xFE) == 0) return true;   // Teredo, ORCHID and other special uses
    return a[0] == 0x20 && a[1] == 0x01 && a[2] == 0x0D && a[3] == 0xB8;   // documentation
}

static bool is_private(const struct sockaddr *address) {
    switch (address->sa_family) {
    case AF_INET: return is_private4((const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr);
    case AF_INET6: return is_private6(((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr);
    default: return true;
    }
}

static curl_socket_t on_open(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    lk_transfer *t = context;
    (void)purpose;
    if (is_private(&address->addr)) {
        t->refusedAddress = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Called each time a connection is ready and the request is about to be sent. A pooled connection was opened under
/// another request's rules, so the address is checked again. A request is sent at most once: libcurl would otherwise repeat
/// one whose pooled connection died, although the peer may have acted on it.
static int on_about_to_send(void *context, char *peer, char *own, int peerPort, int ownPort) {
    lk_transfer *t = context;
    (void)own, (void)peerPort, (void)ownPort;
    if (t->privateRefused) {
        uint8_t a[16];
        bool refused = inet_pton(AF_INET, peer, a) == 1 ? is_private4(a)
            : inet_pton(AF_INET6, peer, a) == 1 ? is_private6(a) : true;
        if (refused) {
            t->refusedAddress = true;
            return CURL_PREREQFUNC_ABORT;
        }
    }
    if (t->started) {
        t->repeated = true;
        return CURL_PREREQFUNC_ABORT;
    }
    t->started = true;
    return CURL_PREREQFUNC_OK;
}

CURLM *lk_multi_make(long perHost, long inAll) {
    CURLM *multi = curl_multi_init();
    if (!multi) return NULL;
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost);
    curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, inAll);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, inAll);
    return multi;
}

lk_transfer *lk_transfer_make(long slot) {
    lk_transfer *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->slot = slot;
    t->easy = curl_easy_init();
    if (!t->easy) {
        free(t);
        return NULL;
    }
    return t;
}

void lk_transfer_free(lk_transfer *t) {
    curl_easy_cleanup(t->easy);
    t->easy = NULL;
    lk_transfer_clear(t);
    free(t->body);
    free(t->head);
    free(t->sent);
    free(t->lines);
    free(t);
}

void lk_transfer_clear(lk_transfer *t) {
    if (t->easy) curl_easy_reset(t->easy);
    wipe(&t->body, &t->bodyLength, &t->bodyCapacity);
    wipe(&t->sent, &t->sentLength, &t->sentCapacity);
    t->headLength = 0;
    t->mailLength = t->mailSent = 0;
    t->started = t->tooLarge = t->refusedAddress = t->repeated = t->privateRefused = false;
}

static bool carries_body(const lk_request *r) {
    return r->bodyLength || (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0);
}

/// Copies the body and the header lines, and makes a list node for each line of the copy.
static bool copy_request(lk_transfer *t, const lk_request *r) {
    if (!reserve(&t->sent, &t->sentCapacity, r->bodyLength + r->linesLength + 1)) return false;
    if (r->bodyLength) memcpy(t->sent, r->body, r->bodyLength);
    if (r->linesLength) memcpy(t->sent + r->bodyLength, r->lines, r->linesLength);
    t->sentLength = r->bodyLength + r->linesLength;
    if (r->linesCount > t->linesCapacity) {
        struct curl_slist *moved = realloc(t->lines, r->linesCount * sizeof *moved);
        if (!moved) return false;
        t->lines = moved;
        t->linesCapacity = r->linesCount;
    }
    char *line = (char *)t->sent + r->bodyLength;
    for (size_t i = 0; i < r->linesCount; i++) {
        t->lines[i].data = line;
        t->lines[i].next = i + 1 < r->linesCount ? &t->lines[i + 1] : NULL;
        line += strlen(line) + 1;
    }
    return true;
}

#define SET(option, value)                                                   \
    do {                                                                     \
        CURLcode set_ = curl_easy_setopt(t->easy, option, value);            \
        if (set_ != CURLE_OK) return set_;                                   \
    } while (0)

static CURLcode set_transport(lk_transfer *t, const lk_request *r) {
    t->bodyLimit = r->responseLimit;
    t->privateRefused = r->privateRefused;
    SET(CURLOPT_PRIVATE, t);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_PROTOCOLS_STR, r->mailFrom ? "smtp,smtps" : "http,https");
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NOPROXY, "*");
    SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    SET(CURLOPT_URL, r->url);
    SET(CURLOPT_CONNECTTIMEOUT_MS, r->connectMs);
    SET(CURLOPT_TIMEOUT_MS, r->totalMs);
    SET(CURLOPT_LOW_SPEED_TIME, r->stallSeconds);
    SET(CURLOPT_LOW_SPEED_LIMIT, r->stallBytesPerSecond);
    SET(CURLOPT_MAXAGE_CONN, idleSeconds);
    SET(CURLOPT_TCP_NODELAY, 1L);
    SET(CURLOPT_QUICK_EXIT, 1L);  // a slow name resolution must not block the loop's thread
    if (r->unixSocket) SET(CURLOPT_UNIX_SOCKET_PATH, r->unixSocket);
    SET(CURLOPT_WRITEFUNCTION, on_body);
    SET(CURLOPT_WRITEDATA, t);
    SET(CURLOPT_PREREQFUNCTION, on_about_to_send);
    SET(CURLOPT_PREREQDATA, t);
    if (r->privateRefused) {
        SET(CURLOPT_OPENSOCKETFUNCTION, on_open);
        SET(CURLOPT_OPENSOCKETDATA, t);
    }
    return CURLE_OK;
}

static CURLcode set_tls(lk_transfer *t, const lk_request *r) {
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    if (r->caFile) {  // a private authority replaces the system's
        SET(CURLOPT_CAINFO, r->caFile);
        SET(CURLOPT_CAPATH, NULL);
    }
    if (r->certificateFile) SET(CURLOPT_SSLCERT, r->certificateFile);
    if (r->keyFile) SET(CURLOPT_SSLKEY, r->keyFile);
    return CURLE_OK;
}

static size_t on_mail(char *bytes, size_t one, size_t count, void *context) {
    lk_transfer *t = context;
    size_t left = t->mailLength - t->mailSent, part = left < one * count ? left : one * count;
    memcpy(bytes, t->sent + t->mailSent, part);
    t->mailSent += part;
    return part;
}

static CURLcode set_mail(lk_transfer *t, const lk_request *r) {
    CURLcode tls = set_tls(t, r);
    if (tls != CURLE_OK) return tls;
    t->mailLength = r->bodyLength;
    SET(CURLOPT_USE_SSL, (long)(r->tlsRequired ? CURLUSESSL_ALL : CURLUSESSL_NONE));
    SET(CURLOPT_USERNAME, r->user);
    SET(CURLOPT_PASSWORD, r->password);
    SET(CURLOPT_MAIL_FROM, r->mailFrom);
    SET(CURLOPT_MAIL_RCPT, t->lines);
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_READFUNCTION, on_mail);
    SET(CURLOPT_READDATA, t);
    return CURLE_OK;
}

CURLcode lk_transfer_prepare(lk_transfer *t, const lk_request *r) {
    if (!copy_request(t, r)) return CURLE_OUT_OF_MEMORY;
    CURLcode transport = set_transport(t, r);
    if (transport != CURLE_OK) return transport;
    SET(CURLOPT_HEADERFUNCTION, on_head);
    SET(CURLOPT_HEADERDATA, t);
    if (r->mailFrom) return set_mail(t, r);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    if (strncasecmp(r->url, "http:", 5) != 0) {
        CURLcode tls = set_tls(t, r);
        if (tls != CURLE_OK) return tls;
        SET(CURLOPT_PIPEWAIT, 1L);
    }
    if (r->linesCount) SET(CURLOPT_HTTPHEADER, t->lines);
    if (strcmp(r->method, "HEAD") == 0) {
        SET(CURLOPT_NOBODY, 1L);
    } else if (carries_body(r)) {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->bodyLength);
        SET(CURLOPT_POSTFIELDS, (char *)t->sent);
        if (strcmp(r->method, "POST") != 0) SET(CURLOPT_CUSTOMREQUEST, r->method);
    }
    return CURLE_OK;
}

long lk_transfer_status(const lk_transfer *t) {
    long status = 0;
    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

long lk_transfer_connects(const lk_transfer *t) {
    long connects = 0;
    curl_easy_getinfo(t->easy, CURLINFO_NUM_CONNECTS, &connects);
    return connects;
}

bool lk_transfer_multiplexed(const lk_transfer *t) {
    long version = 0;
    curl_easy_getinfo(t->easy, CURLINFO_HTTP_VERSION, &version);
    return version == CURL_HTTP_VERSION_2_0;
}

int64_t lk_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

lk_transfer *lk_multi_next_done(CURLM *multi, CURLcode *outcome) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        CURL *easy = message->easy_handle;
        *outcome = message->data.result;
        lk_transfer *t = NULL;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&t);
        curl_multi_remove_handle(multi, easy);
        return t;
    }
    return NULL;
}
