import StrictJSON

/// Writes JSON-RPC 2.0 response objects as bytes.
enum ResponseWriter {
    private static let resultHead = Array(#"{"jsonrpc":"2.0","result":"#.utf8)
    private static let errorHead = Array(#"{"jsonrpc":"2.0","error":"#.utf8)
    private static let idHead = Array(#","id":"#.utf8)

    /// Appends a success response; `result` is encoded JSON.
    static func success(_ result: [UInt8], id: JSON, into out: inout [UInt8]) {
        out.reserveCapacity(out.count + result.count + 64)
        out.append(contentsOf: resultHead)
        out.append(contentsOf: result)
        close(id, into: &out)
    }

    /// Appends an error response.
    static func failure(_ fault: Fault, id: JSON, traceID: String, into out: inout [UInt8]) {
        out.append(contentsOf: errorHead)
        JSON.object(fault.object(traceID: traceID)).encode(into: &out)
        close(id, into: &out)
    }

    private static func close(_ id: JSON, into out: inout [UInt8]) {
        out.append(contentsOf: idHead)
        id.encode(into: &out)
        out.append(UInt8(ascii: "}"))
    }
}
