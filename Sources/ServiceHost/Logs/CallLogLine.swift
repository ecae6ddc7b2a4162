import JSONRPC

/// The log line of one call, written as bytes without intermediate strings, because every call writes one.
///
/// Nothing in it needs escaping: method and fault are names of the contract, and the trace id is hexadecimal.
struct CallLogLine {
    private let record: CallObserver.Record
    private let at: Int64

    /// - Parameter at: the time, in milliseconds since 1970.
    init(_ record: CallObserver.Record, at: Int64) {
        self.record = record
        self.at = at
    }

    private var microseconds: Int64 { Int64((record.ended &- record.began) / 1000) }

    func append(to lines: inout [UInt8], _ format: LogFormat) {
        // Everything but the three names is shorter than 160 bytes.
        let capacity = 160 + record.method.utf8.count + (record.fault?.utf8.count ?? 0) + record.traceID.utf8.count
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var line = ByteLine(buffer: buffer)
            switch format {
            case .text: text(&line)
            case .json: json(&line)
            }
            lines.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<line.end]))
        }
    }

    private func text(_ line: inout ByteLine) {
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

    private func json(_ line: inout ByteLine) {
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

    /// A line under construction in a buffer of fixed size.
    private struct ByteLine {
        let buffer: UnsafeMutableBufferPointer<UInt8>
        var end = 0

        @inline(__always)
        mutating func add(_ text: StaticString) { add(text.utf8Start, text.utf8CodeUnitCount) }

        @_disfavoredOverload
        mutating func add(_ text: String) {
            var text = text
            text.withUTF8 { bytes in
                if let start = bytes.baseAddress { add(start, bytes.count) }
            }
        }

        @inline(__always)
        private mutating func add(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
            guard let start = buffer.baseAddress, end + count <= buffer.count else { return }
            (start + end).update(from: bytes, count: count)
            end += count
        }

        /// Adds a non-negative number in decimal.
        mutating func add(_ number: Int64) {
            var rest = UInt64(clamping: number)
            var count = 1
            var bound: UInt64 = 10  // at most 10^19, because the largest number has 19 digits
            while rest >= bound {
                count += 1
                bound *= 10
            }
            guard let start = buffer.baseAddress, end + count <= buffer.count else { return }
            end += count
            for position in 1...count {
                start[end - position] = 48 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
    }
}
