import Contracts
import Cryptography
import Primitives
import StrictJSON

/// The vault file of Aegis.
///
/// The entries are in the member `db`: an object, or the Base64 of its JSON sealed with AES-256-GCM. The key is random,
/// and each slot of the header has a copy of it that is sealed under a key made from a password with scrypt. Slots of
/// other kinds, such as those of a fingerprint, can be opened only on the phone that made them.
enum AegisFile {
    private static let passwordSlot = 1
    /// The most password slots of a file. Each costs a derivation, and ``ScryptParameters/mostWork`` bounds them together.
    private static let mostSlots = 8

    /// A copy of the key, sealed under a key made from a password.
    private struct Slot {
        let parameters: ScryptParameters
        let salt: [UInt8]
        let sealed: [UInt8]
        let nonce: [UInt8]
        let tag: [UInt8]

        init(_ object: JSONObject) throws(ExchangeFault) {
            let seal = try object.fields("key_params", .aegis)
            parameters = try ScryptParameters(object, .aegis)
            salt = try object.hex("salt", count: 32, .aegis)
            sealed = try object.hex("key", count: 32, .aegis)
            nonce = try seal.hex("nonce", count: 12, .aegis)
            tag = try seal.hex("tag", count: 16, .aegis)
        }

        /// Opens the copy; nil if the password is not the slot's.
        func key(_ password: FilePassword) throws(ExchangeFault) -> Key256? {
            let slotKey = try PasswordKey.scrypt(password, salt: salt, parameters, .aegis)
            guard var bytes = try? AESGCM.open(sealed, nonce: nonce, tag: tag, key: slotKey, aad: []) else {
                return nil
            }
            defer { Wipe.bytes(&bytes) }
            return try PasswordKey.key(bytes, .aegis)
        }
    }

    static func read(_ file: JSONObject, _ password: FilePassword?) throws(ExchangeFault) -> ReadFile {
        guard try file.integer("version", .aegis) == 1 else { throw .newerVersion(.aegis) }
        let content: JSONObject
        switch file["db"] {
        case .object(let object): content = object
        case .string(let sealed): content = try open(sealed, file.fields("header", .aegis), password)
        case .null, .bool, .number, .array, nil: throw .damaged(.aegis, why: "it has no “db”")
        }
        guard (1...3).contains(try content.integer("version", .aegis)) else { throw .newerVersion(.aegis) }
        return ReadFile(.aegis, list: try content.elements(of: "entries", .aegis)) {
            entry throws(EntryFault) in
            guard let info = try entry.fields("info") else { throw .missing("info") }
            return EntryFields(
                issuer: try entry.text("issuer") ?? "", accountName: try entry.text("name") ?? "",
                type: try entry.text("type") ?? "", key: try info.text("secret").map(EntryFields.Key.text),
                algorithm: try info.text("algo"), digits: try info.number("digits"), period: try info.number("period"),
                counter: try info.number("counter"))
        }
    }

    private static func open(
        _ sealed: String, _ header: JSONObject, _ password: FilePassword?
    ) throws(ExchangeFault) -> JSONObject {
        guard let ciphertext = Base64.decode(sealed) else { throw .damaged(.aegis, why: "“db” is not Base64") }
        let parameters = try header.fields("params", .aegis)
        let nonce = try parameters.hex("nonce", count: 12, .aegis), tag = try parameters.hex("tag", count: 16, .aegis)
        let slots = try passwordSlots(of: header)
        guard !slots.isEmpty else {
            throw .unsupportedEncryption(.aegis, advice: "Export it from Aegis with a password of its own.")
        }
        guard let password else { throw .passwordNeeded(.aegis) }
        for slot in slots {
            guard let key = try slot.key(password) else { continue }
            guard let plain = try? AESGCM.open(ciphertext, nonce: nonce, tag: tag, key: key, aad: []) else {
                throw .damaged(.aegis, why: "its content was changed")
            }
            return try FileContent(plain).object(.aegis)
        }
        throw .wrongPassword(.aegis)
    }

    /// Reads all password slots before any key is derived, so that their work is known.
    private static func passwordSlots(of header: JSONObject) throws(ExchangeFault) -> [Slot] {
        let objects = try header.elements(of: "slots", .aegis).compactMap(\.object)
            .filter { $0["type"]?.number?.int64 == Int64(passwordSlot) }
        guard objects.count <= mostSlots else { throw .damaged(.aegis, why: "it has over \(mostSlots) password slots") }
        var slots: [Slot] = []
        for object in objects { slots.append(try Slot(object)) }
        guard slots.reduce(0, { $0 + $1.parameters.work }) <= ScryptParameters.mostWork else {
            throw ScryptParameters.outOfBounds(.aegis)
        }
        return slots
    }
}
