#if Postgres
import CPostgres
import SQL

/// The values of one statement as they travel: binary, and each with its declared type, so that the server guesses none
/// but that of a `NULL`.
struct Parameters {
    /// The types, 0 for a `NULL`: the server infers it.
    let types: [Oid]
    private var bytes: [UInt8] = []
    private var places: [Int] = []
    private var lengths: [Int32] = []

    /// Lays the values out one after the other.
    init(_ values: [SQLValue], of text: String) throws(SQLFault) {
        types = values.map(ColumnType.parameter)
        for value in values {
            let start = bytes.count
            switch value {
            case .null: break
            case .integer(let number):
                withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
            case .text(let string):
                bytes.append(contentsOf: string.utf8)
                guard !bytes[start...].contains(0) else {
                    throw .statement(
                        text: text, message: "a text holds a NUL character, which no engine keeps; use bytes")
                }
            case .bytes(let data): bytes.append(contentsOf: data)
            }
            places.append(value == .null ? -1 : start)
            lengths.append(Int32(bytes.count - start))
        }
        bytes.append(0)  // so that an empty last value has a place too
    }

    /// How libpq takes them: for each the place of its bytes or null, its length, and 1 for binary.
    typealias Arrays = (
        places: UnsafePointer<UnsafePointer<CChar>?>?, lengths: UnsafePointer<Int32>?, formats: UnsafePointer<Int32>?
    )

    /// Lends them to libpq, which copies them.
    func lend(_ body: (Arrays) -> Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = places.map { place in place < 0 ? nil : start.map { $0 + place } }
            let formats = [Int32](repeating: 1, count: places.count)
            return pointers.withUnsafeBufferPointer { pointers in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer {
                        body((pointers.baseAddress, lengths.baseAddress, $0.baseAddress))
                    }
                }
            }
        }
    }
}
#endif
