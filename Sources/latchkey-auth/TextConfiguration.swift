import AuthService
import Primitives
import ServiceHost

/// The settings on the texts of messages.
struct TextConfiguration: Sendable {
    /// The path of the file with texts; nil for the English texts that are built in.
    let file: String?
    let language: LanguageTag

    init(_ settings: inout SettingReader) throws(SettingsFault) {
        file = try settings.optionalText(
            "message-texts", "A JSON file with the texts of messages in other languages than English.")
        language = try settings.value(
            "message-language", default: .english, shown: "\(LanguageTag.english)",
            format: "the tag of a language, such as de or pt-BR",
            "The language of a message to a device that asks for none, or for one without texts.",
            parse: LanguageTag.init(rawValue:))
    }

    /// Reads the file of texts.
    ///
    /// - Throws: `SettingsFault`, which names the text that is wrong.
    func texts() throws(SettingsFault) -> MessageTexts {
        var bytes: [UInt8] = Array("{}".utf8)
        if let file {
            guard let content = SmallFile.read(file, limit: 1 << 20) else {
                throw SettingsFault("--set message-texts=…: the file \(file) cannot be read")
            }
            bytes = content
        }
        do {
            return try MessageTexts(file: bytes, standard: language)
        } catch {
            throw SettingsFault(
                file == nil
                    ? "--set message-language=…: only en is built in; --set message-texts=… names a file with others"
                    : "--set message-texts=…: \(error)")
        }
    }
}
