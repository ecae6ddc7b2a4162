import Primitives
import Support
import Testing

/// Compares with Google's library of numbering plans, in its Python port.
@Suite struct NumberingPlanTests {
    /// Prints valid mobile and fixed numbers of each country, the country's example and random ones: a number, its kind, and
    /// other texts that the library reads as this number, with one or two digits after the calling code.
    private static let oracle = """
        import random, sys
        import phonenumbers
        from phonenumbers import PhoneNumberFormat, PhoneNumberType
        draw = random.Random(int(sys.stdin.read()))
        def e164(text):
            try:
                return phonenumbers.format_number(phonenumbers.parse(text), PhoneNumberFormat.E164)
            except phonenumbers.NumberParseException:
                return None
        for region in sorted(phonenumbers.SUPPORTED_REGIONS):
            for kind in (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE):
                example = phonenumbers.example_number_for_type(region, kind)
                if example is None:
                    continue
                code, text = str(example.country_code), phonenumbers.format_number(example, PhoneNumberFormat.E164)
                numbers = {text}
                for _ in range(200):
                    keep = draw.randrange(len(code) + 1, len(text))
                    changed = text[:keep] + "".join(draw.choice("0123456789") for _ in text[keep:])
                    number = phonenumbers.parse(changed)
                    if phonenumbers.number_type(number) == kind and e164(changed) == changed:
                        numbers.add(changed)
                for number in sorted(numbers)[:40] + [text]:
                    rest = number[1 + len(code):]
                    prefixes = [str(one) for one in range(10)] + ["00", "01", "06", "15", "80", "90"]
                    same = ["+" + code + prefix + rest for prefix in prefixes]
                    print(kind, number, *(other for other in same if e164(other) == number))
        """

    @Test func `every country's numbers are accepted, and none has a second form that the oracle reads as the same`()
        throws
    {
        var walk = RandomWalk()
        let lines = try PythonOracle.run(Self.oracle, packages: ["phonenumbers"], input: "\(walk.next() >> 1)")
        var numbers = 0, others = 0
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let read = try #require(E164(parsing: words[1]), "\(words[1]), \(walk.note)")
            if !words[1].hasPrefix("+54") { #expect(read.text == words[1], "\(walk.note)") }
            for other in words.dropFirst(2) {
                #expect([nil, read].contains(E164(parsing: other)), "\(other), \(walk.note)")
            }
            numbers += 1
            others += words.count - 2
        }
        #expect(numbers > 5_000 && others > 1_000)
    }

    @Test func `each calling code of the oracle is one here, and no other`() throws {
        let script = "import phonenumbers\nprint(*phonenumbers.COUNTRY_CODE_TO_REGION_CODE)"
        let words = try PythonOracle.run(script, packages: ["phonenumbers"], input: "").split {
            $0 == " " || $0 == "\n"
        }
        let theirs = Set(words.compactMap { Int($0) })
        let ours = Set(
            (1...999).filter { code in
                let digits = String(code).utf8.map { $0 - 0x30 }
                return CallingCode.length(of: digits) == digits.count
            })
        // 888 has been withdrawn. 379 belongs to the Vatican, which uses 39, and 997 to Kazakhstan, which uses 7.
        #expect(theirs.subtracting(ours) == [888] && ours.subtracting(theirs) == [379, 997])
    }
}
