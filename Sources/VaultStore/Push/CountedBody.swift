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
}
