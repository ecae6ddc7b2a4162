import Contracts
import Interchange
import Primitives
import Support
import Testing

/// The bounds of an entry, which the vault, the device and the readers of files share.
@Suite struct EntryBoundsTests {
    /// Labels with characters that some format has to escape. Spaces at the beginning are left out, because not every format
    /// keeps them.
    private static func label(_ walk: inout RandomWalk) -> String {
        let characters: [Unicode.Scalar] = [
            "a", "B", "7", ":", "/", "?", "#", "&", "=", "%", "+", "\"", "'", ",", ";", "\\", "{", "-", "\n", "\r",
            "\t",
            "\u{1}", "\u{1B}", "\u{7F}", "\u{85}", "\u{301}", "\u{2028}", "\u{FEFF}", "é", "日", "\u{1F511}",
            "\u{10FFFF}",
        ]
        let count = [0, 1, 2, 9, 255, 256].randomElement(using: &walk) ?? 0
        var label = String.UnicodeScalarView()
        for _ in 0..<count { label.append(characters.randomElement(using: &walk) ?? "a") }
        return String(label)
    }

    private static func body(_ walk: inout RandomWalk) -> OTPBody {
        let type: OTPType = [.totp, .hotp, .steam].randomElement(using: &walk) ?? .totp
        let count = [1, 2, 10, 64, 512, 513, 639, 640].randomElement(using: &walk) ?? 1
        let key = SeededRandom(seed: walk.next()).random.bytes(count)
        var body = OTPBody(
            accountName: label(&walk), issuer: label(&walk), type: type, secret: Base32.encode(key), algorithm: .sha1,
            digits: type == .steam ? 5 : Int.random(in: 6...8, using: &walk))
        if type != .steam {
            body.algorithm = [.sha1, .sha256, .sha512].randomElement(using: &walk) ?? .sha1
            body.period = [nil, 1, 30, 300].randomElement(using: &walk) ?? nil
        }
        let counters: [Int64?] = type == .hotp ? [0, 7, .max] : [nil, -1, 7]
        body.counter = (counters.randomElement(using: &walk) ?? nil).map { DecimalInt64($0) }
        if count < 512, Bool.random(using: &walk) { body.secret = body.secret.lowercased() + "- =" }
        return body
    }

    @Test func `every entry that the vault accepts comes back from every format that can hold it`() throws {
        var walk = RandomWalk()
        for _ in 0..<150 {
            let body = Self.body(&walk), note = Comment(rawValue: walk.note)
            try body.check()
            for format in Entries.writable where format != .archive {
                let file: [UInt8]
                do {
                    file = try Entries.file(format, [body])
                } catch ExchangeFault.entryDoesNotFit {
                    #expect([.google, .bitwarden, .bitwardenCSV].contains(format), note)
                    continue
                }
                let read = try EntryFile.read(file, as: format)
                #expect(read.bodies.map(EntryFingerprint.init) == [EntryFingerprint(body)], note)
                #expect(read.bodies.first?.counter == (body.type == .hotp ? body.counter : nil), note)
                #expect(read.refusals.isEmpty && read.remarks.isEmpty, note)
            }
        }
        let bodies = (0..<100).map { _ in Self.body(&walk) }
        let archive = try EntryFile.read(Entries.file(.archive, bodies), password: Entries.password)
        #expect(archive.bodies.map(EntryFingerprint.init) == bodies.map { EntryFingerprint($0) })
    }

    private static func changed(_ change: (inout OTPBody) -> Void) -> OTPBody {
        var body = Entries.totp
        change(&body)
        return body
    }

    private static let refused: [(OTPBody, OTPBody.CodingKeys)] = [
        (changed { $0.issuer = String(repeating: "é", count: 257) }, .issuer),
        (changed { $0.accountName = String(repeating: "x", count: 257) }, .accountName),
        (changed { $0.issuer = "a\0" }, .issuer), (changed { $0.secret = "" }, .secret),
        (changed { $0.secret = "A" }, .secret), (changed { $0.secret = "0189" }, .secret),
        (changed { $0.secret = String(repeating: "A", count: 1_025) }, .secret), (changed { $0.digits = 5 }, .digits),
        (changed { $0.digits = 9 }, .digits), (changed { $0.period = 0 }, .period),
        (changed { $0.period = 301 }, .period), (changed { $0.type = .hotp }, .counter),
        (changed { ($0.type, $0.counter) = (.hotp, DecimalInt64(-1)) }, .counter),
        (changed { $0.type = .steam }, .digits),
        (changed { ($0.type, $0.digits, $0.algorithm) = (.steam, 5, .sha256) }, .algorithm),
        (changed { ($0.type, $0.digits, $0.period) = (.steam, 5, 60) }, .period),
    ]

    @Test(arguments: refused.indices)
    func `an entry out of bounds is refused with its member, and no file is written that could not be read`(index: Int)
    {
        let (body, member) = Self.refused[index]
        #expect {
            try body.check()
        } throws: { ($0 as? OTPBodyFault)?.member == member }
        for format in Entries.writable {
            #expect {
                try Entries.file(format, [Entries.totp, body])
            } throws: { error in
                guard case .entryDoesNotFit(format, let name, _)? = error as? ExchangeFault else { return false }
                return name == "“\(body.issuer): \(body.accountName)”"
            }
        }
    }

    @Test(arguments: [
        ("", "at least one byte"), ("-", "at least one byte"), (String(repeating: "A", count: 1_025), "longer"),
    ])
    func `a key that is empty and one that is too long are told apart`(key: String, why: String) {
        let body = Self.changed { $0.secret = key }
        #expect {
            try body.check()
        } throws: { ($0 as? OTPBodyFault)?.why.contains(why) == true }
    }

    @Test(arguments: [(640, true), (641, false)]) func `a key of 640 bytes is read, and one byte more is refused`(
        count: Int, isRead: Bool
    ) throws {
        let key = Base32.encode([UInt8](repeating: 7, count: count))
        let file = try EntryFile.read([UInt8]("issuer,secret\nA,\(key)\n"))
        #expect(file.bodies.map(\.secret) == (isRead ? [key] : []))
        #expect(file.refusals.count == (isRead ? 0 : 1))
    }

    @Test(arguments: Entries.writable) func `a key is written in its normal form, however it was typed`(
        format: ExchangeFormat
    ) throws {
        var typed = Entries.totp
        typed.secret = "jbsw y3dp-ehpk 3pxp=="
        #expect(try Entries.file(format, [typed]) == Entries.file(format, [Entries.totp]))
        #expect(OTPAuthURI.print(typed) == OTPAuthURI.print(Entries.totp))
    }
}
