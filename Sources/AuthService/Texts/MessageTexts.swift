public import Primitives
import StrictJSON

/// The texts of messages in all languages of an installation.
public struct MessageTexts: Sendable, Hashable {
    private var languages: [LanguageTag: LanguageTexts]
    /// The language of messages to callers who ask for none, or for one that has no texts.
    public let standard: LanguageTag

    /// The English texts alone.
    public static let builtIn = MessageTexts(languages: [.english: .english], standard: .english)

    private init(languages: [LanguageTag: LanguageTexts], standard: LanguageTag) {
        (self.languages, self.standard) = (languages, standard)
    }

    /// A reason for which a file of texts is refused.
    public struct Refused: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }
    }

    /// Reads a file of texts: an object with a member for each language, whose name is the tag of the language. English
    /// stays as it is built in unless the file has `en`.
    ///
    /// - Parameter standard: the language of messages for which no other is asked; it must be English or in the file.
    /// - Throws: ``Refused``, which names the member that is wrong.
    public init(file bytes: [UInt8], standard: LanguageTag) throws(Refused) {
        let file: JSON
        do { file = try JSON(parsing: bytes) } catch { throw Refused("the file is no JSON: \(error)") }
        guard let members = file.object else {
            throw Refused("the file is no JSON object with a member for each language")
        }
        var languages = Self.builtIn.languages
        for (name, value) in members {
            guard let tag = LanguageTag(rawValue: name) else {
                throw Refused("\(name): the name is no tag of a language, such as de or pt-BR")
            }
            languages[tag] = try LanguageTexts(value, at: name)
        }
        guard languages[standard] != nil else { throw Refused("\(standard): the file has no texts in this language") }
        self.init(languages: languages, standard: standard)
    }

    /// The tags of the languages, in alphabetical order.
    public var tags: [LanguageTag] { languages.keys.sorted() }

    func texts(in language: LanguageTag?) -> LanguageTexts {
        let tags = (language?.lookup ?? []) + [standard]
        return tags.lazy.compactMap { languages[$0] }.first ?? .english
    }

    /// The messages of a language as they are sent, with an example's code and the use that each is for.
    public func examples(in language: LanguageTag, domain: String, lifetime: Duration) -> [(use: String, text: String)]
    {
        CodeUse.allCases.map { use in
            let line = texts(in: language).line(code: "123456", for: use, lifetime: lifetime)
            return (use.rawValue, CodeMessage.text(of: line, code: "123456", domain: domain))
        }
    }
}

extension LanguageTexts {
    /// Reads the texts of one language. Every text must be there, in one line.
    fileprivate init(_ value: JSON, at path: String) throws(MessageTexts.Refused) {
        guard let members = value.object else { throw .init("\(path): this is no object with the texts of a language") }
        let wanted = ["message", "seconds", "minutes", "uses"]
        if let other = members.keys.first(where: { !wanted.contains($0) }) {
            throw .init("\(path).\(other): there is no such text; remove it")
        }
        message = try Self.text(members["message"], ["{code}", "{use}", "{validity}"], "\(path).message")
        seconds = try Self.text(members["seconds"], ["{n}"], "\(path).seconds")
        minutes = try Self.text(members["minutes"], ["{n}"], "\(path).minutes")
        uses = [:]
        let named = members["uses"]?.object ?? JSONObject()
        if let other = named.keys.first(where: { CodeUse(rawValue: $0) == nil }) {
            throw .init("\(path).uses.\(other): there is no such use of a code; remove it")
        }
        for use in CodeUse.allCases {
            uses[use] = try Self.text(named[use.rawValue], [], "\(path).uses.\(use)")
            let length = line(code: "123456", for: use, lifetime: .minutes(10)).unicodeScalars.count
            guard length <= Self.maximumLength else {
                throw .init(
                    "\(path).uses.\(use): the message has \(length) characters with this text, of at most \(Self.maximumLength)"
                )
            }
        }
    }

    private static func text(
        _ value: JSON?, _ placeholders: [String], _ path: String
    ) throws(MessageTexts.Refused) -> String {
        guard let text = value?.string, !text.isEmpty else { throw .init("\(path): this text is missing") }
        guard text.unicodeScalars.allSatisfy({ !Self.isRefused($0) }) else {
            throw .init("\(path): the text has a control or format character; it must be one line")
        }
        var rest = text
        for placeholder in placeholders {
            guard text.ranges(of: placeholder).count == 1 else {
                throw .init("\(path): the text must have \(placeholder) once")
            }
            rest = rest.replacing(placeholder, with: "")
        }
        guard !rest.contains(where: { "{}".contains($0) }) else {
            let known = placeholders.isEmpty ? "none" : placeholders.joined(separator: ", ")
            throw .init("\(path): the text has braces that are no placeholder of it (\(known))")
        }
        return text
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
