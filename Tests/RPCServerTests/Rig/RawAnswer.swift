/// One HTTP answer, as it came.
struct RawAnswer {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The only header of this name; nil when there is none or more than one.
    subscript(_ name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name.lowercased() }
        return found.count == 1 ? found.first?.value : nil
    }

    /// Whether this answer says that the connection ends.
    var endsConnection: Bool { self["Connection"] == "close" }

    /// Takes one whole answer off the front; nil when it is not all there.
    static func take(from bytes: inout [UInt8], hasBody: Bool) -> RawAnswer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
        let headers = lines.dropFirst().map { line in
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(sides[0]), value: sides[1].trimmingPrefix(" ").description)
        }
        let told = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        let length = hasBody ? told : 0
        guard bytes.count >= end.upperBound + length else { return nil }
        let body = Array(bytes[end.upperBound..<end.upperBound + length])
        bytes.removeFirst(end.upperBound + length)
        return RawAnswer(status: status, headers: headers, body: body)
    }
}
