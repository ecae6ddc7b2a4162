import Contracts
import Cryptography
import Primitives
import StrictJSON

/// Latchkey's encrypted archive, version 1: a JSON object whose member `content` is the Base64 of nonce, ciphertext and
/// tag of AES-256-GCM. The page Interchange describes it.
///
/// The associated data is the canonical JSON of all other members, so none of them can be changed, added or removed. The
/// key is made from the password with scrypt and the parameters in the member `kdf`.
enum ArchiveFile {
    static func read(_ file: JSONObject, _ password: FilePassword?) throws(ExchangeFault) -> ReadFile {
        guard try file.integer("version", .archive) == 1 else { throw .newerVersion(.archive) }
        guard file["latchkey"]?.string == "archive", file["cipher"]?.string == "AES-256-GCM" else {
            throw .damaged(.archive, why: "its header is not that of version 1")
        }
        let kdf = try file.fields("kdf", .archive)
        guard kdf["name"]?.string == "scrypt", let salt = kdf["salt"]?.string.flatMap(Base64.decode),
            let sealed = file["content"]?.string.flatMap(Base64.decode)
        else { throw .damaged(.archive, why: "its header is not that of version 1") }
        guard let password else { throw .passwordNeeded(.archive) }
        let key = try PasswordKey.scrypt(
            password, salt: salt, ScryptParameters(kdf, .archive), .archive)
        guard let plain = try? AESGCM.open(sealed, key: key, aad: header(of: file)) else {
            throw .wrongPassword(.archive)
        }
        let entries = try FileContent(plain).object(.archive).elements(of: "entries", .archive)
        return ReadFile(.archive, list: entries) { entry throws(EntryFault) in
            EntryFields(
                issuer: try entry.text("issuer") ?? "", accountName: try entry.text("accountName") ?? "",
                type: try entry.text("type"), key: try entry.text("secret").map(EntryFields.Key.text),
                algorithm: try entry.text("algorithm"), digits: try entry.number("digits"),
                period: try entry.number("period"), counter: try entry.number("counter"))
        }
    }

    /// Writes the archive. The entries are objects as the vault has them.
    static func write(
        _ entries: [OTPBody], _ password: FilePassword?, _ random: RandomSource
    ) throws(ExchangeFault) -> [UInt8] {
        guard let password else { throw .passwordNeeded(.archive) }
        var objects: [JSON] = []
        for body in entries {
            guard let object = try? WireEncoder().encode(body) else {
                throw .doesNotFit(body, .archive, why: "it cannot be written as JSON")
            }
            objects.append(object)
        }
        let salt = random.bytes(16)
        let key = try PasswordKey.scrypt(password, salt: salt, .written, .archive)
        var kdf: JSONObject = ["name": "scrypt"]
        ScryptParameters.written.write(to: &kdf)
        kdf["salt"] = .string(Base64.encode(salt))
        var file: JSONObject = [
            "latchkey": "archive", "version": 1, "kdf": .object(kdf), "cipher": "AES-256-GCM",
        ]
        let plain = JSON.object(["entries": .array(objects)]).encoded()
        let sealed = AESGCM.seal(plain, key: key, aad: header(of: file), random: random)
        file["content"] = .string(Base64.encode(sealed))
        return JSON.object(file).encoded() + [UInt8(ascii: "\n")]
    }

    private static func header(of file: JSONObject) -> [UInt8] {
        var header = file
        header["content"] = nil
        return JSON.object(header).canonical()
    }
}
