import StrictJSON

/// The export of Ente Auth: a list of `otpauth://` addresses. An encrypted export is JSON.
enum EnteFile {
    static func read(_ content: FileContent) throws(ExchangeFault) -> ReadFile {
        guard content.looksLikeJSON else { return try AddressList.read(try content.text(.ente), as: .ente) }
        // Its key is made with Argon2id and its content sealed with XChaCha20, and OpenSSL 3.0 has neither.
        guard try content.object(.ente)["encryptedData"] != nil else { throw .damaged(.ente, why: "it has no content") }
        throw .unsupportedEncryption(.ente, advice: "Export it from Ente Auth as plain text, without a password.")
    }
}
