// A plain `swift build` compiles this target too, and has no module Testing.
#if canImport(Testing)
import Glibc
import Primitives
public import StrictJSON
import Testing

/// The test vectors in `proto-json/vectors`, which implementers in other languages use. Tests generate them and compare
/// them with the committed files.
///
/// Run the tests with `LATCHKEY_WRITE_VECTORS=1` to write the files after an intended change.
public enum Vectors {
    /// Compares a document with its file, which `LATCHKEY_WRITE_VECTORS` writes anew before.
    public static func compare(_ document: JSON, with name: String, here: String = #filePath) throws {
        let folder = try #require(realpath(here.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }, nil))
        defer { free(folder) }
        let path = String(cString: folder) + "/../../proto-json/vectors/\(name).json"
        let text = pretty(document) + "\n"
        if getenv("LATCHKEY_WRITE_VECTORS") != nil {
            let file = try #require(fopen(path, "w"), "cannot write \(path)")
            fputs(text, file)
            fclose(file)
        }
        let file = try #require(fopen(path, "r"), "\(path) is missing: run once with LATCHKEY_WRITE_VECTORS=1")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        #expect(
            String(decoding: bytes[..<count], as: UTF8.self) == text,
            "\(name).json differs from what the code generates")
    }

    public static func hex(_ bytes: [UInt8]) -> JSON { .string(Hex.encode(bytes)) }

    private static func pretty(_ json: JSON, _ indent: String = "") -> String {
        let inner = indent + "  "
        switch json {
        case .object(let object) where !object.isEmpty:
            let members = object.map { "\(inner)\(JSON.string($0.key).text): \(pretty($0.value, inner))" }
            return "{\n\(members.joined(separator: ",\n"))\n\(indent)}"
        case .array(let elements) where !elements.isEmpty:
            return "[\n\(elements.map { inner + pretty($0, inner) }.joined(separator: ",\n"))\n\(indent)]"
        case .object, .array, .null, .bool, .number, .string: return json.text
        }
    }
}
#endif
