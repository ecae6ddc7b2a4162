import Curl

/// The address that devices use for a service.
public enum PublicAddress {
    /// Fetches a document below the address and looks for one of some words that only this service knows to put there.
    ///
    /// - Parameters:
    ///   - url: the address of `/rpc`, as devices use it.
    ///   - document: the path of the document, beginning with `/`.
    public static func finding(_ url: String, document: String, containing words: [String]) async -> Finding {
        let remedy = "correct public-url, the name's address, or the proxy"
        do {
            let client = try CurlClient()
            defer { client.close() }
            let base = url.hasSuffix("/rpc") ? String(url.dropLast(4)) : url
            let response = try await client.send(CurlRequest(base + document, totalMs: 5_000))
            let body = String(decoding: response.body, as: UTF8.self)
            guard response.status == 200, words.contains(where: body.contains) else {
                return Finding(.publicURL, .fault, "\(url) is answered by something else than this service: \(remedy)")
            }
            return Finding(.publicURL, .ok, "\(url) leads to this service")
        } catch {
            return Finding(.publicURL, .fault, "\(url) cannot be reached from here (\(error)): \(remedy)")
        }
    }
}
