/// One HTTP response, parsed from the bytes that arrived.
struct RawResponse {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The only header with this name; nil if there is none or more than one.
    subscript(_ name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name.lowercased() }
        return found.count == 1 ? found.first?.value : nil
    }

    /// True if the response announces that the connection closes.
    var closesConnection: Bool { self["Connection"] == "close" }

    /// Removes a complete response from the front and returns it; nil if it is incomplete or not an HTTP/1.1 response.
    static func take(from bytes: inout [UInt8], hasBody: Bool) -> RawResponse? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
        let headers = lines.dropFirst().map { line in
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(sides[0]), value: sides[1].trimmingPrefix(" ").description)
        }
        let announced = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        let length = hasBody ? announced : 0
        guard bytes.count >= end.upperBound + length else { return nil }
        let body = Array(bytes[end.upperBound..<end.upperBound + length])
        bytes.removeFirst(end.upperBound + length)
        return RawResponse(status: status, headers: headers, body: body)
    }
}
