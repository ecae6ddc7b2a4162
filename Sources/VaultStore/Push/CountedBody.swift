import StrictJSON

/// The body of a counter-based item, taken apart.
struct CountedBody {
    let counter: Int64
    /// The body without its counter.
    let rest: JSONObject

    /// Nil for any other body.
    init?(_ bytes: [UInt8]) {
        guard var body = (try? JSON(parsing: bytes))?.object, body["type"] == "hotp",
            let counter = body["counter"]?.string.flatMap({ Int64($0) })
        else { return nil }
        body["counter"] = nil
        (self.counter, rest) = (counter, body)
    }

    /// True if both bodies compute the same code from the same counter.
    func hasSameGenerator(as other: CountedBody) -> Bool {
        ["secret", "algorithm", "digits"].allSatisfy { rest[$0] == other.rest[$0] }
    }

    /// The body with a counter, in canonical form.
    func bytes(counter: Int64) -> [UInt8] {
        var body = rest
        body["counter"] = .string(String(counter))
        return JSON.object(body).canonical()
    }
}
