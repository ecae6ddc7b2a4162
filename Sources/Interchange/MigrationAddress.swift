import Contracts
import Primitives

/// An address of Google Authenticator's export: the entries of one QR code, as a message in Protocol Buffers.
struct MigrationAddress {
    static let prefix = "otpauth-migration://"

    /// The place of a QR code among those of an export.
    struct Part: Hashable {
        let batch: UInt64
        /// From 0 to `count - 1`.
        let index: Int
        /// 1…``mostParts``.
        let count: Int
    }

    /// The most QR codes of one export that are believed.
    static let mostParts = 1_000

    /// The most entries of one address. The app writes ten, and a QR code has room for some dozens.
    static let mostEntries = 1_000

    var entries: [Result<EntryFields, EntryFault>] = []
    /// Nil for an address that does not say how many parts its export has.
    let part: Part?

    static func isMigrationAddress(_ text: String) -> Bool { text.prefix(prefix.utf8.count).lowercased() == prefix }

    init(_ text: String) throws(EntryFault) {
        let message = try Self.message(of: text)
        var (size, index, batch): (UInt64?, UInt64, UInt64) = (nil, 0, 0)
        for (number, value) in try Protobuf.fields(of: message) {
            switch (number, value) {
            case (1, .bytes(let bytes)):
                guard entries.count < Self.mostEntries else {
                    throw .damagedParts(why: "it has over \(Self.mostEntries) entries")
                }
                entries.append(Result { () throws(EntryFault) in try Self.fields(of: bytes) })
            case (3, .varint(let value)): size = value
            case (4, .varint(let value)): index = value
            case (5, .varint(let value)): batch = value
            case _: continue
            }
        }
        guard let size else {
            part = nil
            return
        }
        guard size >= 1, size <= UInt64(Self.mostParts), index < size else {
            throw .damagedParts(why: "it says that it is part \(index) of \(size)")
        }
        part = Part(batch: batch, index: Int(index), count: Int(size))
    }

    private static func message(of text: String) throws(EntryFault) -> [UInt8] {
        let pairs = text.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
        guard let data = pairs.first(where: { $0.hasPrefix("data=") })?.dropFirst(5) else { throw .missing("data") }
        var base64 = try PercentEncoding.decode(data).replacing(" ", with: "+").replacing("-", with: "+")
            .replacing("_", with: "/")
        while base64.last == "=" { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Base64.decode(base64), !bytes.isEmpty else {
            throw .damagedParts(why: "its data is not Base64")
        }
        return bytes
    }

    private static func fields(of message: [UInt8]) throws(EntryFault) -> EntryFields {
        var entry = EntryFields(type: "totp", counter: "0"), name = ""
        for (number, value) in try Protobuf.fields(of: message) {
            switch (number, value) {
            case (1, .bytes(let bytes)): entry.key = .bytes(bytes)
            case (2, .bytes(let bytes)): name = try text(bytes, "account name")
            case (3, .bytes(let bytes)): entry.issuer = try text(bytes, "issuer")
            case (4, .varint(let value)):
                entry.algorithm = try known(["SHA1", "SHA1", "SHA256", "SHA512"], value, "algorithm")
            case (5, .varint(let value)): entry.digits = try known(["6", "6", "8"], value, "digits")
            case (6, .varint(let value)): entry.type = try known(["totp", "hotp", "totp"], value, "type")
            case (7, .varint(let value)): entry.counter = String(value)
            case _: continue
            }
        }
        // The app writes the issuer before the account name too.
        let repeated = entry.issuer + ":"
        entry.accountName =
            !entry.issuer.isEmpty && name.hasPrefix(repeated)
            ? String(name.dropFirst(repeated.count).drop { $0 == " " }) : name
        return entry
    }

    private static func text(_ bytes: [UInt8], _ name: String) throws(EntryFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .refused(name, why: "it is not UTF-8") }
        return text
    }

    private static func known(_ values: [String], _ number: UInt64, _ name: String) throws(EntryFault) -> String {
        guard number < UInt64(values.count) else { throw .refused(name, why: "its number \(number) is unknown") }
        return values[Int(number)]
    }
}
