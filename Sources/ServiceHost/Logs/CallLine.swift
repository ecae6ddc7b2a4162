import JSONRPC

/// The log line of one call, laid down as bytes: every call pays for it.
///
/// Method, fault and trace hold no character that a line or JSON would have to encode: the first two are the contract's
/// own words, the third is hexadecimal.
struct CallLine {
    private let record: CallObserver.Record
    private let at: Int64

    /// - Parameter at: milliseconds since 1970.
    init(_ record: CallObserver.Record, at: Int64) {
        self.record = record
        self.at = at
    }

    private var microseconds: Int64 { Int64((record.ended &- record.began) / 1000) }

    func append(to lines: inout [UInt8], _ form: LogForm) {
        // All but the three words are shorter than this together.
        let most = 160 + record.method.utf8.count + (record.fault?.utf8.count ?? 0) + record.traceID.utf8.count
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { space in
            var line = Line(space: space)
            switch form {
            case .text: text(&line)
            case .json: json(&line)
            }
            lines.append(contentsOf: UnsafeBufferPointer(rebasing: space[..<line.end]))
        }
    }

    private func text(_ line: inout Line) {
        line.add(at)
        line.add(" info call: ")
        line.add(record.method)
        line.add(" ")
        if let fault = record.fault { line.add(fault) } else { line.add("ok") }
        line.add(" ")
        line.add(microseconds)
        line.add("us traceId=")
        line.add(record.traceID)
    }

    private func json(_ line: inout Line) {
        line.add(#"{"at":""#)
        line.add(at)
        line.add(#"","level":"info","from":"call","method":""#)
        line.add(record.method)
        line.add(#"","fault":""#)
        if let fault = record.fault { line.add(fault) }
        line.add(#"","us":"#)
        line.add(microseconds)
        line.add(#","traceId":""#)
        line.add(record.traceID)
        line.add(#""}"#)
    }

    /// A line as far as it has come.
    private struct Line {
        let space: UnsafeMutableBufferPointer<UInt8>
        var end = 0

        @inline(__always)
        mutating func add(_ words: StaticString) { add(words.utf8Start, words.utf8CodeUnitCount) }

        @_disfavoredOverload
        mutating func add(_ words: String) {
            var words = words
            words.withUTF8 { bytes in
                if let start = bytes.baseAddress { add(start, bytes.count) }
            }
        }

        @inline(__always)
        private mutating func add(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
            guard let start = space.baseAddress, end + count <= space.count else { return }
            (start + end).update(from: bytes, count: count)
            end += count
        }

        /// Adds a number that is not negative.
        mutating func add(_ number: Int64) {
            var rest = UInt64(clamping: number)
            var count = 1
            var bound: UInt64 = 10
            while rest >= bound, count < 19 {
                count += 1
                bound *= 10
            }
            guard let start = space.baseAddress, end + count <= space.count else { return }
            end += count
            for place in 1...count {
                start[end - place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
    }
}
