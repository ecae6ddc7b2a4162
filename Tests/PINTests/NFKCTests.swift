import Primitives
import StrictJSON
import Support
import Testing

@testable import PIN

@Suite struct NFKCTests {
    @Test(
        arguments: [
            ("65 301", "E9"), ("E9", "E9"), ("61 323 302", "1EAD"), ("61 302 323", "1EAD"),  // é, ậ
            ("DF", "DF"), ("1E9E", "1E9E"), ("3BF 3C2", "3BF 3C2"), ("49 307", "130"),  // ß, ẞ, ος, İ
            ("1112 1161 11AB", "D55C"), ("D55C", "D55C"),  // 한
            ("304B 3099", "304C"), ("304C", "304C"), ("30AB 3099", "30AC"),  // が, ガ
            ("212A", "4B"), ("2126", "3A9"), ("958", "915 93C"),  // canonical equivalents: Kelvin, Ohm, Devanagari qa
            ("A0", "20"), ("3000", "20"), ("202F", "20"), ("1680", "1680"),
            ("FF21 FF5E FF10", "41 7E 30"), ("B2 BD B5", "32 31 2044 32 3BC"), ("2026", "2E 2E 2E"),
            ("E19 E33", "E19 E4D E32"), ("385", "20 308 301"), ("1F469 1F3FD", "1F469 1F3FD"),
        ])
    func `a text is decomposed, its compatibility characters are replaced, and it is composed`(
        typed: String, normalized: String
    ) throws {
        #expect(try NFKC.normalize(text(typed)).utf8.elementsEqual(text(normalized).utf8))
    }

    @Test(
        arguments: [
            ("61 2460 FB01", "2460" as String), ("FB01", "FB01"), ("3F4", "3F4"), ("2102", "2102"),  // ①, ﬁ, ϴ, ℂ
            ("FF71", "FF71"), ("3131", "3131"), ("1D400", "1D400"),  // half-width ｱ, compatibility ㄱ, 𝐀
            ("61 A", "A"), ("61 200D 62", "200D"), ("2764 FE0F", "FE0F"), ("AD", "AD"), ("3164", "3164"),
            ("E000", "E000"), ("378", "378"), ("FFFF", "FFFF"), ("10FFFF", "10FFFF"),
        ])
    func `the first character that is invisible, unassigned or of another form is named`(
        typed: String, refused: String
    ) throws {
        let character = try #require(text(refused).unicodeScalars.first)
        #expect(throws: PINSecretFault.refusedCharacter(character)) { try NFKC.normalize(text(typed)) }
    }

    /// Answers with the code points that Python's version of Unicode could accept and that the module refuses.
    private static let script = """
        import json, sys, unicodedata as u
        document = json.load(sys.stdin)
        accepted = {int(k, 16): bytes.fromhex(v) for k, v in document["accepted"]}
        hidden = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        checked, missing = 0, []
        for point in range(0x110000):
            c = chr(point)
            if u.category(c) == "Cn":
                continue
            if point in accepted:
                checked += 1
                assert accepted[point] == u.normalize("NFKC", c).encode(), hex(point)
            elif u.category(c) not in hidden and u.normalize("NFKC", c) == u.normalize("NFC", c):
                missing.append(c)
        for typed, normalized in document["texts"]:
            if any(u.category(c) == "Cn" for c in typed):
                continue
            assert normalized == u.normalize("NFKC", typed), [hex(ord(c)) for c in typed]
        json.dump({"checked": checked, "missing": "".join(missing)}, sys.stdout)
        """

    @Test func `Python's unicodedata gives the same bytes for every accepted character and for texts of them`() throws {
        var accepted: [JSON] = []
        var (letters, marks): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
        for scalar in (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init as (UInt32) -> Unicode.Scalar?) {
            guard let normalized = try? NFKC.normalize(String(scalar)) else { continue }
            accepted.append([.string(String(scalar.value, radix: 16)), Vectors.hex(Array(normalized.utf8))])
            if scalar.properties.canonicalCombiningClass == .notReordered {
                letters.append(scalar)
            } else {
                marks.append(scalar)
            }
        }
        var walk = RandomWalk()
        var texts: [JSON] = []
        for _ in 0..<4000 {
            var typed = ""
            for _ in 0..<Int.random(in: 1...12, using: &walk) {
                let pool = Bool.random(using: &walk) ? marks : letters
                if let scalar = pool.randomElement(using: &walk) { typed.unicodeScalars.append(scalar) }
            }
            texts.append([.string(typed), .string(try NFKC.normalize(typed))])
        }
        let input: JSON = ["accepted": .array(accepted), "texts": .array(texts)]
        let answer = try JSON(parsing: try PythonOracle.run(Self.script, packages: [], input: input.text))
        #expect(try #require(answer["checked"]?.number?.double) > 140_000, Comment(rawValue: walk.note))
        for character in try #require(answer["missing"]?.string).unicodeScalars {
            let properties = character.properties
            #expect(
                !character.isPrintable || properties.isVariationSelector || properties.generalCategory == .unassigned)
        }
    }
}
