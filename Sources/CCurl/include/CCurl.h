#ifndef LATCHKEY_CCURL_H
#define LATCHKEY_CCURL_H

// The parts of libcurl's API that Swift cannot use directly: variadic options, callbacks that fill buffers, and the
// message union. A transfer is an easy handle with its buffers; it is pooled and used for many requests.

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An easy handle with the bytes it sends and receives. Only the loop's thread may use it.
typedef struct {
    CURL *easy;
    long slot;                 ///< the owner's index of this transfer
    bool started;              ///< a connection was ready and sending began, so request bytes may have left
    bool tooLarge;             ///< stopped because the headers or the body exceeded their limit
    bool refusedAddress;       ///< stopped because the peer's address is a private one
    bool repeated;             ///< stopped because libcurl was about to send the request a second time
    bool privateRefused;       ///< the request forbids private addresses
    uint8_t *body;             ///< received body
    size_t bodyLength, bodyCapacity, bodyLimit;
    uint8_t *head;             ///< received header lines of the last response, with CRLF
    size_t headLength, headCapacity;
    uint8_t *sent;             ///< copy of what is sent: the request body, then the header lines
    size_t sentLength, sentCapacity;
    size_t mailLength, mailSent;  ///< the bytes of a mail at the beginning of `sent`, and how many libcurl has taken
    struct curl_slist *lines;  ///< nodes pointing into `sent`
    size_t linesCapacity;
} lk_transfer;

/// One request. Strings end in NUL and must live only for the call; null means not set. Of a mail the body is the whole
/// text and the only line is the recipient.
typedef struct {
    const char *url, *method, *unixSocket;
    const char *caFile, *certificateFile, *keyFile;
    const uint8_t *lines;      ///< header lines, each ended by NUL
    size_t linesLength, linesCount;
    const uint8_t *body;
    size_t bodyLength;
    long connectMs, totalMs;
    long stallSeconds, stallBytesPerSecond;  ///< 0 for no stall limit
    size_t responseLimit;
    bool privateRefused;
    const char *mailFrom;      ///< the envelope's sender; not null sends a mail by smtp or smtps
    const char *user, *password;
    bool tlsRequired;          ///< a mail is sent only over TLS
} lk_request;

/// A multi handle with these limits on open connections; null when libcurl has no memory.
CURLM *lk_multi_make(long perHost, long inAll);

lk_transfer *lk_transfer_make(long slot);
void lk_transfer_free(lk_transfer *transfer);
/// Sets all options of a request and copies what it needs.
CURLcode lk_transfer_prepare(lk_transfer *transfer, const lk_request *request);
/// Resets the handle for the next request, wipes what was sent and received, and frees large buffers.
void lk_transfer_clear(lk_transfer *transfer);
/// The status of HTTP, or the last reply code of SMTP; 0 if there was none.
long lk_transfer_status(const lk_transfer *transfer);
/// The number of connections this transfer opened.
long lk_transfer_connects(const lk_transfer *transfer);

/// True if the response came over HTTP/2, whose connections carry many requests at a time.
bool lk_transfer_multiplexed(const lk_transfer *transfer);
/// Milliseconds on the monotonic clock that libcurl uses, for the deadlines of requests that wait for a connection:
/// libcurl 7.88 does not apply the time limits of the handles it queues itself.
int64_t lk_milliseconds(void);

/// Removes the next finished transfer from the multi handle and returns it with its result; null when there is none.
lk_transfer *lk_multi_next_done(CURLM *multi, CURLcode *outcome);

#endif
