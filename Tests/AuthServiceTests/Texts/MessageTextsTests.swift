import AuthService
import AuthStore
import Contracts
import Domain
import Foundation
import Primitives
import StrictJSON
import Testing

@Suite struct `The texts of messages` {
    private static let german = LanguageTag(rawValue: "de")

    /// The example that is delivered with the sources, which has German texts.
    private static func exampleFile() throws -> [UInt8] {
        [UInt8](
            try Data(
                contentsOf: URL(filePath: #filePath + "/../../../../deploy/message-texts.json").standardizedFileURL))
    }

    private static func fixture(standard: LanguageTag = .english) async throws -> AuthServiceFixture {
        let texts = try MessageTexts(file: exampleFile(), standard: standard)
        return try await AuthServiceFixture {
            $0.messageTexts = texts
            $0.sendLimits.perNumber = []
        }
    }

    @Test(arguments: [("de", true), ("de-AT", true), ("DE", true), ("en", false), ("fr", false)])
    func `are those of the language that a device asks for, or of the installation's own`(
        language: String, isGerman: Bool
    ) async throws {
        let fixture = try await Self.fixture(), client = fixture.client()
        _ = try await client.call(
            OTPRequest.self,
            .init(phone: AuthTestClient.phone, purpose: .login, language: LanguageTag(rawValue: language)))
        let code = try await fixture.code(for: AuthTestClient.phone).reveal
        let text = try #require(fixture.inbox.messages.last?.text)
        #expect(
            text
                == (isGerman
                    ? """
                    \(code) ist dein Code, um dich auf einem neuen Gerät anzumelden. Er gilt 5 Minuten. Gib ihn niemandem weiter.

                    @auth.test #\(code)
                    """
                    : """
                    \(code) is your code to log in on a new device. It is valid for 5 minutes. Never tell it to anyone.

                    @auth.test #\(code)
                    """))
    }

    @Test func `are those of the installation's own language for a device that asks for none`() async throws {
        let fixture = try await Self.fixture(standard: #require(Self.german)), client = fixture.client()
        _ = try await client.call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        _ = try await fixture.code(for: AuthTestClient.phone)
        #expect(try #require(fixture.inbox.messages.last?.text).contains("ist dein Code"))
    }

    @Test func `are in the language of a registration, and of its next code`() async throws {
        let fixture = try await Self.fixture(), client = fixture.client()
        _ = try await client.call(
            RegistrationStart.self,
            .init(phone: AuthTestClient.phone, group: #require(GroupID(rawValue: "home")), language: Self.german))
        _ = try await fixture.code(for: AuthTestClient.phone)
        _ = try await client.call(RegistrationRestart.self, .init(phone: AuthTestClient.phone, language: Self.german))
        _ = try await fixture.code(for: AuthTestClient.phone)
        #expect(fixture.inbox.messages.count == 2)
        for message in fixture.inbox.messages {
            #expect(message.text.contains("diese Nummer zu registrieren und dich anzumelden"))
        }
    }

    @Test func `of every language say what each code is for`() throws {
        let texts = try MessageTexts(file: Self.exampleFile(), standard: .english)
        #expect(texts.tags.map(\.rawValue) == ["de", "en"])
        for tag in texts.tags {
            let examples = texts.examples(in: tag, domain: "example.org", lifetime: .seconds(119))
            #expect(Set(examples.map(\.text)).count == 10)
            for example in examples {
                #expect(example.text.hasSuffix("\n\n@example.org #123456"))
                #expect(example.text.contains("119 "))
                #expect(!example.text.contains { "{}".contains($0) })
            }
        }
    }

    /// A change of one text of the example, and what the refusal names.
    private static let mistakes: [(path: [String], value: JSON?, named: String)] = [
        (["de"], .string("text"), "de: this is no object"),
        (["de", "message"], nil, "de.message: this text is missing"),
        (["de", "message"], "{code} {use}", "de.message: the text must have {validity} once"),
        (["de", "message"], "{code} {code} {use} {validity}", "de.message: the text must have {code} once"),
        (["de", "message"], "{code} {use} {validity} {name}", "de.message: the text has braces"),
        (["de", "message"], "{code} {use}\n{validity}", "de.message: the text has a control or format character"),
        (
            ["de", "message"], "{code} {use}\u{202E}{validity}",
            "de.message: the text has a control or format character"
        ),
        (["de", "seconds"], "Sekunden", "de.seconds: the text must have {n} once"),
        (["de", "minutes"], 1, "de.minutes: this text is missing"),
        (["de", "hours"], "{n} Stunden", "de.hours: there is no such text"),
        (["de", "uses", "login"], nil, "de.uses.login: this text is missing"),
        (["de", "uses", "login"], "", "de.uses.login: this text is missing"),
        (["de", "uses", "login"], "{code}", "de.uses.login: the text has braces"),
        (["de", "uses", "logout"], "dich abzumelden", "de.uses.logout: there is no such use"),
        (["de_DE"], .string("text"), "de_DE: the name is no tag of a language"),
    ]

    @Test(arguments: mistakes.indices)
    func `are refused with the name of the text that is wrong`(index: Int) throws {
        let mistake = Self.mistakes[index]
        var file = try JSON(parsing: Self.exampleFile())
        Self.set(mistake.path[...], to: mistake.value, in: &file)
        let refused = #expect(throws: MessageTexts.Refused.self) {
            try MessageTexts(file: file.encoded(), standard: .english)
        }
        #expect(try #require(refused).description.hasPrefix(mistake.named))
    }

    @Test func `are refused where a message would have more than 160 characters without the line that phones read`()
        throws
    {
        var file = try JSON(parsing: Self.exampleFile())
        let frame = "123456 ist dein Code, um . Er gilt 10 Minuten. Gib ihn niemandem weiter.".count
        for length in [160, 161] {
            let use = String(repeating: "ä", count: length - frame)
            Self.set(["de", "uses", "login"], to: .string(use), in: &file)
            if length == 160 {
                #expect(try MessageTexts(file: file.encoded(), standard: .english).tags.count == 2)
            } else {
                let refused = #expect(throws: MessageTexts.Refused.self) {
                    try MessageTexts(file: file.encoded(), standard: .english)
                }
                #expect(try #require(refused).description.hasPrefix("de.uses.login: the message has 161 characters"))
            }
        }
    }

    @Test(arguments: ["[]", "{", "{}"])
    func `are refused in a file of another form, or one without the installation's own language`(text: String) {
        #expect(throws: MessageTexts.Refused.self) {
            try MessageTexts(file: Array(text.utf8), standard: #require(Self.german))
        }
    }

    private static func set(_ path: ArraySlice<String>, to value: JSON?, in json: inout JSON) {
        guard let first = path.first, var object = json.object else { return }
        if path.count == 1 {
            object[first] = value
        } else if var member = object[first] {
            set(path.dropFirst(), to: value, in: &member)
            object[first] = member
        }
        json = .object(object)
    }
}
