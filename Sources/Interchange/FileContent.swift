import StrictJSON

/// The bytes of a file without a byte order mark.
struct FileContent {
    let bytes: ArraySlice<UInt8>
    /// The first byte that is no white space. It is found once, because a file may begin with megabytes of spaces.
    private let first: UInt8?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        first = self.bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    var isBlank: Bool { first == nil }

    func text(_ format: ExchangeFormat) throws(ExchangeFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(format) }
        return text
    }

    /// Reads the whole content as JSON. A text that breaks off is no JSON, and is refused.
    func json(_ format: ExchangeFormat) throws(ExchangeFault) -> JSON {
        do throws(JSONSyntaxError) {
            return try JSON(parsing: Array(bytes), limits: Self.limits)
        } catch {
            throw .damaged(format, why: "its JSON cannot be read at byte \(error.byteOffset)")
        }
    }

    func object(_ format: ExchangeFormat) throws(ExchangeFault) -> JSONObject {
        guard case .object(let object) = try json(format) else { throw .damaged(format, why: "it is no JSON object") }
        return object
    }

    /// True if the content looks like JSON, whole or not.
    var looksLikeJSON: Bool { first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }

    /// True if the content has more lines than `count`.
    func hasOver(_ count: Int) -> Bool {
        var breaks = 0
        for byte in bytes where byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { breaks += 1 }
        return breaks > count
    }

    private static let limits = JSONLimits(
        bytes: EntryFile.mostBytes, stringBytes: EntryFile.mostBytes, elements: EntryFile.mostElements)

    /// Finds the format from the content.
    func detectedFormat() throws(ExchangeFault) -> ExchangeFormat {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            if AndOTPFile.looksEncrypted(bytes) { return .andOTP }
            throw .unknownFormat
        }
        guard looksLikeJSON else { return try Self.format(ofText: text) }
        let json: JSON
        do throws(JSONSyntaxError) {
            json = try JSON(parsing: text, limits: Self.limits)
        } catch {
            guard let format = Self.format(ofMembersIn: text) else {
                throw .damagedJSON(byteOffset: error.byteOffset)
            }
            throw .damaged(format, why: "its JSON cannot be read at byte \(error.byteOffset)")
        }
        switch json {
        case .object(let object):
            guard let format = Self.format(ofMembers: Set(object.keys)) else { throw .unknownFormat }
            return format
        case .array(let elements):
            guard let first = elements.first else { return .andOTP }
            if first["kind"] != nil, first["timer"] != nil { return .raivo }
            guard first["secret"] != nil || first["label"] != nil else { throw .unknownFormat }
            return .andOTP
        case .null, .bool, .number, .string: throw .unknownFormat
        }
    }

    private static func format(ofMembers names: Set<String>) -> ExchangeFormat? {
        if names.contains("latchkey") { return .archive }
        if names.isSuperset(of: ["header", "db"]) { return .aegis }
        if names.contains("services") || names.contains("servicesEncrypted") { return .twoFAS }
        if names.contains("tokens") { return .freeOTPPlus }
        if names.isSuperset(of: ["kdfParams", "encryptedData"]) { return .ente }
        return names.contains("items") || names.contains("encrypted") ? .bitwarden : nil
    }

    /// Guesses the format of JSON that breaks off, by the names in it.
    private static func format(ofMembersIn text: String) -> ExchangeFormat? {
        let start = text.prefix(4096)
        let names: [(String, ExchangeFormat)] = [
            ("\"latchkey\"", .archive), ("\"header\"", .aegis), ("\"schemaVersion\"", .twoFAS),
            ("\"services", .twoFAS), ("\"tokens\"", .freeOTPPlus), ("\"tokenOrder\"", .freeOTPPlus),
            ("\"kdfParams\"", .ente), ("\"items\"", .bitwarden), ("\"timer\"", .raivo), ("\"secret\"", .andOTP),
        ]
        return names.first { start.contains($0.0) }?.1
    }

    private static func format(ofText text: String) throws(ExchangeFault) -> ExchangeFormat {
        var hasComment = false, hasReadNames = false
        for line in TextLines(text) {
            let start = line.text.prefix(24).lowercased()
            if start.hasPrefix(MigrationAddress.prefix) { return .google }
            if start.hasPrefix("otpauth://") { return .otpauth }
            if start.hasPrefix("#") {
                hasComment = true
            } else if !hasReadNames {
                // The first column of a table may be one of addresses, so the names of its columns decide.
                hasReadNames = true
                if let format = CSVFile.format(of: text) { return format }
            }
        }
        // A list of comments only is an empty list.
        guard hasComment else { throw .unknownFormat }
        return .otpauth
    }
}
