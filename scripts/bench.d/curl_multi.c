/* The reference of B12: the same POST through libcurl's multi interface in plain C, `callers` at a time for `seconds`. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char body[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"service.version\",\"params\":{}}";
static size_t drop(char *data, size_t size, size_t count, void *into) { (void)data; (void)into; return size * count; }
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec / 1e9; }

int main(int count, char **words) {
    if (count != 5) { fprintf(stderr, "usage: curl_multi URL CALLERS CONNECTIONS SECONDS\n"); return 2; }
    int callers = atoi(words[2]);
    double until;
    long done = 0;
    curl_global_init(CURL_GLOBAL_ALL);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, atol(words[3]));
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    for (int i = 0; i < callers; i++) {
        CURL *easy = curl_easy_init();
        curl_easy_setopt(easy, CURLOPT_URL, words[1]);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
        curl_multi_add_handle(multi, easy);
    }
    double began = now();
    until = began + atof(words[4]);
    while (now() < until) {
        int running, left;
        CURLMsg *message;
        curl_multi_perform(multi, &running);
        while ((message = curl_multi_info_read(multi, &left))) {
            if (message->msg != CURLMSG_DONE) continue;
            if (message->data.result != CURLE_OK) { fprintf(stderr, "%s\n", curl_easy_strerror(message->data.result)); return 1; }
            done++;
            CURL *easy = message->easy_handle;
            curl_multi_remove_handle(multi, easy);
            curl_multi_add_handle(multi, easy);
        }
        curl_multi_poll(multi, NULL, 0, 10, NULL);
    }
    printf("{\"rate\": %.1f}\n", done / (now() - began));
    return 0;
}
