/// W3C Trace Context: one id follows a request through proxy, service and peer.
public enum TraceContext {
    /// The 32 hexadecimal digits that name the trace in a `traceparent` header; nil if the header is not well-formed.
    ///
    /// Version 00 is exactly 55 characters; later versions may have more after a hyphen. All-zero ids are invalid.
    public static func traceID(in traceparent: String) -> String? {
        let bytes = Array(traceparent.utf8)
        guard bytes.count >= 55, bytes[2] == hyphen, bytes[35] == hyphen, bytes[52] == hyphen else { return nil }
        let version = bytes[0..<2], trace = bytes[3..<35], parent = bytes[36..<52], flags = bytes[53..<55]
        guard isHex(version), isHex(trace), isHex(parent), isHex(flags) else { return nil }
        guard !version.allSatisfy({ $0 == UInt8(ascii: "f") }) else { return nil }
        guard trace.contains(where: { $0 != zero }), parent.contains(where: { $0 != zero }) else { return nil }
        if bytes.count > 55 {
            guard version.contains(where: { $0 != zero }), bytes[55] == hyphen else { return nil }
        }
        return String(decoding: trace, as: Unicode.UTF8.self)
    }

    /// A `traceparent` to pass on for a trace that began here: the id's own last half stands for this service's span.
    ///
    /// - Parameter traceID: 32 hexadecimal digits.
    public static func header(for traceID: String) -> String {
        "00-\(traceID)-\(traceID.suffix(16))-01"
    }

    private static let hyphen = UInt8(ascii: "-")
    private static let zero = UInt8(ascii: "0")

    private static func isHex(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { ($0 >= 48 && $0 <= 57) || ($0 >= 97 && $0 <= 102) }
    }
}
