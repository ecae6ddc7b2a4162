import Audit
import AuthService
import Cryptography
import Domain
import Primitives
import ServiceAuth
import ServiceHost
import Tokens

/// The key files of `latchkey-auth`. The folder decides whether missing ones are made.
///
/// Those of a ``KeyKind`` are read again while the service runs, those of the link at SIGHUP.
struct AuthKeyFiles {
    let keys: AuthKeys
    let signing: KeyTable
    let rotating: RotatingKeyFiles
    let serviceCalls: ServiceCallVerifier
    let link: LinkKeys

    init(_ folder: KeyFolder, _ common: CommonConfiguration) throws(KeyFault) {
        var ids: [KeyID] = [], secrets: [KeyKind: [Key256]] = [:], entries: [KeyTable.Entry] = []
        for kind in KeyKind.ofAuth {
            for id in try folder.rotatingKeys(kind) {
                ids.append(id)
                switch try folder.rotatingKey(id) {
                case .signing(let key): entries.append(KeyTable.Entry(.p256(key), state: .active))
                case .secret(let key): secrets[kind, default: []].append(key)
                }
            }
        }
        guard let index = secrets[.index]?.first, let seal = secrets[.seal]?.first, let hash = secrets[.hash]?.first,
            let nonces = secrets[.nonce]
        else { throw KeyFault("\(folder.path) lacks a key of auth: restore it from its safe copy") }
        let sessionHandle = try folder.secret("auth.session-handle")
        keys = AuthKeys(
            index: index, seal: seal, hash: hash, nonces: nonces, audit: AuditAuthenticator.key(from: sessionHandle))
        signing = KeyTable(entries)
        // A new key in the place of a missing file would hide that the file is missing.
        let present = try KeyFolder(folder.path, random: .system, makesMissing: false)
        rotating = RotatingKeyFiles(all: { [ids] in ids }, read: { id in try present.rotatingKey(id) })
        link = try common.linkKeys(in: folder)
        serviceCalls = ServiceCallVerifier(keys: link, sealing: [sessionHandle])
    }
}

extension AuthKeyFiles {
    /// Authenticates the rows of the audit log.
    var auditAuthenticator: AuditAuthenticator { AuditAuthenticator(key: keys.audit, random: .system) }

    /// Makes every key file of auth in a folder that makes missing ones.
    static func makeAll(in folder: KeyFolder) throws(KeyFault) {
        _ = try folder.secret("auth.session-handle")
        for kind in KeyKind.ofAuth { _ = try folder.rotatingKeys(kind) }
        _ = try folder.serviceKey("auth")
    }
}

extension KeyFolder {
    /// The keys of a kind that have a file, by number. The first one is made if there is none and the folder makes
    /// missing files.
    func rotatingKeys(_ kind: KeyKind) throws(KeyFault) -> [KeyID] {
        let ids = files(endingIn: kind.fileSuffix).compactMap { KeyID(kind, fileName: $0) }
        if !ids.isEmpty { return ids.sorted { $0.number < $1.number } }
        guard let first = KeyID(kind, 1) else { return [] }
        _ = try rotatingKey(first)
        return [first]
    }

    /// The name of a key's file, or that of the file to be made.
    func rotatingKeyFile(_ id: KeyID) -> String {
        files(endingIn: id.kind.fileSuffix).first { KeyID(id.kind, fileName: $0) == id } ?? id.fileName
    }

    /// Reads a key from its file.
    func rotatingKey(_ id: KeyID) throws(KeyFault) -> RotatingKey {
        let name = rotatingKeyFile(id)
        switch id.kind {
        case .signing:
            let text = try bytes(name, count: nil) { random in Array(P256.PrivateKey.generate(random).pem.utf8) }
            guard let key = RotatingKey(signingKeyPEM: String(decoding: text, as: UTF8.self)) else {
                throw KeyFault("\(path)/\(name) is not a P-256 private key in PEM: restore it from its safe copy")
            }
            return key
        case .nonce, .seal, .index, .hash:
            return .secret(try secret(String(name.dropLast(id.kind.fileSuffix.count))))
        case .kek: throw KeyFault("\(id) is a key of the vault: run latchkey-vault keys publish \(id)")
        }
    }
}

extension KeyKind {
    var fileSuffix: String {
        switch self {
        case .signing: ".pem"
        case .nonce, .seal, .index, .hash, .kek: ".key"
        }
    }
}

extension KeyID {
    /// The name of the key's file: `auth.signing-2.pem`.
    var fileName: String { "auth.\(rawValue)\(kind.fileSuffix)" }

    /// The key that a file's name names; nil if it names none of this kind. A name without a number, as in earlier
    /// versions, names the first key.
    init?(_ kind: KeyKind, fileName: String) {
        let stem = "auth.\(kind.rawValue)"
        guard fileName.hasPrefix(stem), fileName.hasSuffix(kind.fileSuffix) else { return nil }
        let rest = fileName.dropFirst(stem.count).dropLast(kind.fileSuffix.count)
        self.init(rawValue: kind.rawValue + (rest.isEmpty ? "-1" : rest))
    }
}
