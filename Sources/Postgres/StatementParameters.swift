#if Postgres
import CPostgres
import SQL

/// The values of one statement in PostgreSQL's binary format. Each value declares its type, so that the server infers
/// only the type of a `NULL`.
struct StatementParameters {
    /// The type of each value; 0 for a `NULL`, whose type the server infers.
    let types: [Oid]
    private var bytes: [UInt8] = []
    /// The index in ``bytes`` at which each value begins; -1 for a `NULL`.
    private var offsets: [Int] = []
    private var lengths: [Int32] = []

    /// Encodes the values one after the other.
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
                        text: text, message: "a text holds a NUL character, which neither engine stores; use bytes")
                }
            case .bytes(let data): bytes.append(contentsOf: data)
            }
            offsets.append(value == .null ? -1 : start)
            lengths.append(Int32(bytes.count - start))
        }
        bytes.append(0)  // so that the address of an empty last value is valid
    }

    /// The arrays libpq expects: for each value the address of its bytes or null, its length, and 1 for binary.
    typealias Arrays = (
        values: UnsafePointer<UnsafePointer<CChar>?>?, lengths: UnsafePointer<Int32>?, formats: UnsafePointer<Int32>?
    )

    /// Calls a closure with the arrays, which are valid only during the call.
    func withArrays(_ body: (Arrays) -> Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = offsets.map { offset in offset < 0 ? nil : start.map { $0 + offset } }
            let formats = [Int32](repeating: 1, count: offsets.count)
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
