#ifndef LATCHKEY_CCURL_H
#define LATCHKEY_CCURL_H

// What Swift cannot say to libcurl by itself: variadic options, callbacks that fill buffers, and the message union.
// A transfer is an easy handle with its buffers; it lives in a pool and is filled again for every request.

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An easy handle, what it sends and what it received. Only the loop's thread may touch one.
typedef struct {
    CURL *easy;
    long slot;                 ///< the owner's index of this transfer
    bool started;              ///< request bytes may have left: a connection was there and sending began
    bool tooLarge;             ///< stopped because head or body passed its limit
    bool refusedAddress;       ///< stopped because the peer's address is a private one
    bool repeated;             ///< stopped because libcurl was about to send the request a second time
    bool privateRefused;
    uint8_t *body;             ///< received body
    size_t bodyLength, bodyCapacity, bodyLimit;
    uint8_t *head;             ///< received header lines of the last block, CRLF kept
    size_t headLength, headCapacity;
    uint8_t *sent;             ///< own copy of what is sent: request body, then header lines
    size_t sentLength, sentCapacity, sentRead;
    struct curl_slist *lines;  ///< nodes pointing into `sent`
    size_t linesCapacity;
} lk_transfer;

/// What one request asks; strings end in NUL and need to live only for the call. Null means: not set.
typedef struct {
    const char *url, *method, *unixSocket;
    const char *caFile, *certificateFile, *keyFile;
    const uint8_t *lines;      ///< header lines, each ended by NUL
    size_t linesLength, linesCount;
    const uint8_t *body;
    size_t bodyLength;
    long connectMs, totalMs;
    size_t responseLimit;
    bool privateRefused;
} lk_request;

/// A multi handle with these bounds on open connections; null when libcurl has no memory.
CURLM *lk_multi_make(long perHost, long inAll);

lk_transfer *lk_transfer_make(long slot);
void lk_transfer_free(lk_transfer *transfer);
/// Sets every option of an HTTP request. Copies what it needs.
CURLcode lk_transfer_prepare(lk_transfer *transfer, const lk_request *request);
/// Sets every option of a mail. `lines` holds the recipients, the body is the message; secrets may be null.
CURLcode lk_transfer_prepare_mail(
    lk_transfer *transfer, const lk_request *request, const char *sender, const char *user, const char *password,
    bool tlsRequired);
/// Resets the handle for the next request, wipes what was sent and received, gives large buffers back.
void lk_transfer_clear(lk_transfer *transfer);
long lk_transfer_status(const lk_transfer *transfer);
/// How many connections this transfer opened.
long lk_transfer_connects(const lk_transfer *transfer);

/// Whether the answer came over HTTP/2, so that the connection carries many at a time.
bool lk_transfer_multiplexed(const lk_transfer *transfer);
/// Milliseconds on the clock libcurl measures by. For the deadlines of requests that wait for a connection:
/// libcurl 7.88 lets its own pending handles outlive theirs.
int64_t lk_milliseconds(void);

/// The next finished transfer, taken off the multi handle, and its outcome; null when there is none.
lk_transfer *lk_multi_next_done(CURLM *multi, CURLcode *outcome);

#endif
