/// Trace ids in the form of W3C Trace Context, which follow a request through proxy, service and peer.
public enum TraceContext {
    /// The trace id, 32 hexadecimal digits, in a `traceparent` header; nil if the header is malformed.
    ///
    /// Version 00 has exactly 55 characters; later versions may have more after a hyphen. Version ff, upper-case digits
    /// and ids of zeros only are malformed.
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

    /// The `traceparent` header of a trace that began in this service. The span id is the last half of the trace id.
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
