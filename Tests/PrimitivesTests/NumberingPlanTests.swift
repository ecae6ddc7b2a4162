import Primitives
import Support
import Testing

/// Compares with Google's library of numbering plans, in its Python port.
@Suite struct NumberingPlanTests {
    /// Prints, for an example of a fixed and of a mobile number of each country: its canonical form, and the same number with
    /// the digits that are dialled before it within the country.
    private static let oracle = """
        import phonenumbers
        from phonenumbers import PhoneMetadata, PhoneNumberFormat, PhoneNumberType
        for region in sorted(phonenumbers.SUPPORTED_REGIONS):
            for kind in (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE):
                number = phonenumbers.example_number_for_type(region, kind)
                if number is None:
                    continue
                text = phonenumbers.format_number(number, PhoneNumberFormat.E164)
                code = str(number.country_code)
                prefix = PhoneMetadata.metadata_for_region(region).national_prefix or ""
                print(text, "+" + code + prefix + text[1 + len(code):] if prefix else "-")
        """

    private func pairs() throws -> [(number: String, dialled: String)] {
        let lines = try PythonOracle.run(Self.oracle, packages: ["phonenumbers"], input: "").split(separator: "\n")
        return lines.map { line in
            let words = line.split(separator: " ")
            return (String(words[0]), String(words[1]))
        }
    }

    @Test func `every country's numbers are accepted, and none has a second form with its trunk prefix`() throws {
        let pairs = try pairs()
        #expect(pairs.count > 400 && pairs.count { $0.dialled != "-" } > 200)
        for (number, dialled) in pairs {
            let read = try #require(E164(parsing: number), "\(number)")
            if !number.hasPrefix("+54") { #expect(read.text == number) }
            if dialled != "-" { #expect([nil, read].contains(E164(parsing: dialled)), "\(dialled)") }
        }
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
