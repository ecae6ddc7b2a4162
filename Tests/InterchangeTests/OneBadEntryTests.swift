import Contracts
import Interchange
import Primitives
import StrictJSON
import Support
import Testing

/// One entry that cannot be used among two that can, in each format.
@Suite struct OneBadEntryTests {
    private static let three = ["One", "Two", "Three"].map { name in
        var body = Entries.totp
        body.issuer = name
        return body
    }

    /// Files of the three entries, written with a change in the second one.
    private static let files: [(ExchangeFormat, @Sendable (String) -> String, String)] = [
        (
            .otpauth, { $0.replacing("issuer=Two", with: "issuer=Two&digits=99") },
            "line 2: The address contains digits twice."
        ),
        (.ente, { $0.replacing("totp/Two", with: "motp/Two") }, "line 2: The type is none of totp, hotp and steam."),
        (
            .csv, { $0.replacing("Two,ada@example.org,totp,JBSWY3DPEHPK3PXP", with: "Two,ada@example.org,totp,") },
            "line 3: The secret is missing."
        ),
        (
            .bitwardenCSV, { $0.replacing("login,Two,,,0,", with: "login,Two,,,0,,") },
            "line 3: The line cannot be used: it does not have the 11 values of the first line."
        ),
        (
            .aegis, { second($0, "\"period\":30", "\"period\":100000000000000000000") },
            "entry 2: The period cannot be used: it is not a number from 1 to 300."
        ),
        (
            .twoFAS, { second($0, "\"digits\":6", "\"digits\":-6") },
            "entry 2: The digits cannot be used: it is not a number from 6 to 8."
        ),
        (
            .bitwarden, { second($0, "secret=JBSWY3DPEHPK3PXP", "secret=JBSWY3DPEHPK3PX1") },
            "entry 2: The secret cannot be used: it is not Base32."
        ),
        (
            .andOTP, { second($0, "\"algorithm\":\"SHA1\"", "\"algorithm\":\"MD5\"") },
            "entry 2: The algorithm cannot be used: it is none of SHA1, SHA256 and SHA512."
        ),
        (
            .freeOTPPlus, { second($0, "\"secret\":[72", "\"secret\":[256") },
            "entry 2: The secret cannot be used: it is no list of bytes."
        ),
        (
            .freeOTPPlus, { second($0, "\"type\":\"TOTP\"", "\"type\":{}") },
            "entry 2: The type cannot be used: it is no text."
        ),
    ]

    /// Replaces the second occurrence of a text.
    private static func second(_ text: String, _ old: String, _ new: String) -> String {
        let places = text.ranges(of: old)
        return places.count < 2 ? text : text.replacingCharacters(places[1], new)
    }

    @Test(arguments: files.indices) func `the bad entry is refused with its position, and the others are read`(
        index: Int
    ) throws {
        let (format, change, refusal) = Self.files[index]
        let text = change(String(decoding: try Entries.file(format, Self.three), as: UTF8.self))
        let file = try EntryFile.read([UInt8](text), as: format)
        #expect(file.bodies == [Self.three[0], Self.three[2]])
        #expect(file.refusals == [refusal])
    }

    @Test(arguments: ["null", "[]", "7", "{}", "{\"info\":7}", "{\"login\":7}", "{\"secret\":\"\\u0000\"}"])
    func `an element of a list that is no entry is refused alone`(element: String) throws {
        for format: ExchangeFormat in [.aegis, .twoFAS, .bitwarden, .andOTP, .freeOTPPlus] {
            let text = String(decoding: try Entries.file(format, [Entries.totp]), as: UTF8.self)
            let start: String =
                switch format {
                case .aegis: "\"entries\":["
                case .twoFAS: "\"services\":["
                case .bitwarden: "\"items\":["
                case .freeOTPPlus: "\"tokens\":["
                case _: "["
                }
            let changed = text.replacing(start, with: "\(start)\(element),", maxReplacements: 1)
            let file = try EntryFile.read([UInt8](changed), as: format)
            #expect(file.bodies == [Entries.totp])
            #expect(file.refusals.count + file.remarks.count == 1, "\(format)")
        }
    }

    @Test(arguments: ["otpauth,name", "OTPAuth,Title", "totp,name,username"])
    func `a table whose first column is the address is read as a table`(header: String) throws {
        let columns = header.split(separator: ",").count
        let row = "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A" + String(repeating: ",x", count: columns - 1)
        let file = try EntryFile.read([UInt8]("\(header)\n\(row)\n"))
        #expect(file.format == .csv && file.refusals.isEmpty && file.bodies.map(\.issuer) == ["A"])
    }

    @Test func `reasons never repeat the shared key`() throws {
        for key in ["JBSWY3DP1", "jbswy3dp!", "0BSWY3DP"] {
            let file = try EntryFile.read([UInt8]("issuer,account,secret\nA,b,\(key)\nA,b,JBSWY3DP\n"))
            #expect(file.bodies.count == 1 && file.refusals.count == 1)
            #expect(!file.refusals.joined().lowercased().contains("bswy3dp"))
        }
    }

    @Test func `logins without a key are counted and are no entries`() throws {
        let json = """
            {"encrypted":false,"items":[{"type":2,"name":"note"},{"type":1,"name":"A","login":{"totp":null}},
            {"type":1,"name":"B","login":{"username":"u","totp":"jbsw y3dp ehpk 3pxp"}}]}
            """
        let file = try EntryFile.read([UInt8](json))
        #expect(file.bodies.map(\.issuer) == ["B"] && file.remarks == [.withoutKey(2)])
        let csv =
            "Title,URL,Username,Password,Notes,OTPAuth\nA,https://a,u,p,,\nB,https://b,u,p,\"a\nb\",steam://JBSWY3DP\n"
        let table = try EntryFile.read([UInt8](csv))
        #expect(table.bodies.map(\.type) == [.steam] && table.remarks == [.withoutKey(1)])
        #expect(table.entries.map(\.position.description) == ["line 3"])
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<String.Index>, _ new: String) -> String {
        self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
