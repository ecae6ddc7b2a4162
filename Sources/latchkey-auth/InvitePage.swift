import JSONRPC
import RPCServer

/// The page behind the link of an invite, for a camera or browser that opens the link in place of the app.
///
/// The code of the invite is in the link's fragment, which a browser does not send, and the page has no script that could
/// read it. The page is the same for every link.
enum InvitePage {
    static let endpoint = PlainEndpoint(.get, "/join") { _ in
        PlainReply(
            contentType: "text/html; charset=utf-8",
            headers: [
                Header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"),
                Header("X-Content-Type-Options", "nosniff"), Header("Referrer-Policy", "no-referrer"),
            ],
            body: Array(text.utf8))
    }

    private static let text = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>An invite to a family</title>
        </head>
        <body>
        <main>
        <h1>An invite to a family</h1>
        <p>This link is for the app, not for a browser. Open the app on the child's device and scan the code there, or copy the
        whole address of this page and give it to the app: <code>latchkey child join ADDRESS</code>. If you are invited to be
        another parent of the child, use the app on your own device: <code>latchkey parent accept ADDRESS</code>.</p>
        <p>An invite is valid for 10 minutes, once. If it has expired, the parent makes a new one:
        <code>latchkey parent invite NAME --link</code>, or <code>latchkey parent invite-parent NAME</code> for another parent.</p>
        <p>The code has not been sent to this server. Close this page when the invite is used, so that nobody copies it.</p>
        </main>
        </body>
        </html>

        """
}
