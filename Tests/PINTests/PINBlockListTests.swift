import PIN
import Support
import Testing

@Suite struct PINBlockListTests {
    @Test(
        .requirement("P1"),
        arguments: [
            ("0000", PINBlockList.Refusal.fewDigits), ("1212", .fewDigits), ("1122", .fewDigits), ("1221", .fewDigits),
            ("7077", .fewDigits), ("696969", .fewDigits), ("000001", .fewDigits),
            ("123123", .repetition), ("112233", .repetition), ("123321", .repetition), ("420420", .repetition),
            ("12321", .repetition), ("1234512345", .repetition), ("102102102", .repetition),
            ("1234", .sequence), ("4321", .sequence), ("7890", .sequence), ("2468", .sequence), ("1470", .sequence),
            ("123456", .sequence), ("098765", .sequence), ("456123", .sequence), ("123987", .sequence),
            ("102030", .sequence), ("121314", .sequence), ("142536", .sequence), ("302010", .sequence),
            ("141312", .sequence), ("635241", .sequence),
            ("2580", .keypadPattern), ("0852", .keypadPattern), ("1236", .keypadPattern), ("1793", .keypadPattern),
            ("4286", .keypadPattern), ("159753", .keypadPattern), ("147258", .keypadPattern),
            ("753951", .keypadPattern), ("12369874", .keypadPattern),
            ("1900", .year), ("2039", .year), ("198407", .year), ("071984", .year), ("04071984", .year),
            ("0407", .date), ("2902", .date), ("0229", .date), ("3112", .date), ("1231", .date),
            ("5683", .common), ("112358", .common), ("314159", .common),
        ])
    func `a PIN that is easy to guess is refused for the first reason that applies`(
        digits: String, reason: PINBlockList.Refusal
    ) {
        #expect(PINBlockList.refusal(of: digits, phone: nil) == reason)
    }

    @Test(arguments: ["123", "456", "789", "147", "258", "369", "159", "357", "580"])
    func `a line of three keys is seen in either direction, beside another line`(line: String) {
        for drawn in [line, String(line.reversed())] {
            for other in ["951", "753"] {
                #expect(PINBlockList.refusal(of: drawn + other, phone: nil) != nil, "\(drawn + other)")
                #expect(PINBlockList.refusal(of: other + drawn, phone: nil) != nil, "\(other + drawn)")
            }
        }
    }

    @Test(arguments: [
        "7206", "8068", "1899", "2040", "3202", "3013", "6031", "1480", "8520", "580274", "189904", "204004",
        "719845", "121419", "121416", "103050", "012457", "7036924", "83610275",
    ])
    func `a PIN just beyond a rule is accepted`(digits: String) {
        #expect(PINBlockList.refusal(of: digits, phone: nil) == nil)
    }

    @Test(
        .requirement("P1"),
        arguments: [
            ("1517", "+49 151 735 8206"), ("735820", "+49 151 735 8206"), ("735820", "0151 7358-206"),
            ("4915", "+49 151 735 8206"), ("015173", "+49 151 735 8206"), ("8206", "00491517358206"),
        ])
    func `digits of the person's own number are refused, in whichever form the number is written`(
        digits: String, phone: String
    ) {
        #expect(PINBlockList.refusal(of: digits, phone: phone) == .phoneNumber)
        #expect(PINBlockList.refusal(of: digits, phone: "+49 160 222 0000") == nil)
    }

    @Test func `digits that only lie apart in the number are accepted`() {
        #expect(PINBlockList.refusal(of: "5738", phone: "+49 151 735 8206") == nil)
        #expect(PINBlockList.refusal(of: "7358206", phone: "735820") == nil)
    }

    @Test(arguments: ["", "159", "15a9", "１２３４", "1234 "])
    func `a text that is no PIN is not judged`(digits: String) {
        #expect(PINBlockList.refusal(of: digits, phone: "159") == nil)
    }

    @Test(.requirement("P1")) func `the rules refuse a sixth of the PINs of 4 digits`() {
        var counts: [PINBlockList.Refusal: Int] = [:]
        for number in 10_000..<20_000 {
            let pin = String(String(number).dropFirst())
            if let reason = PINBlockList.refusal(of: pin, phone: nil) { counts[reason, default: 0] += 1 }
        }
        let sum = counts.values.reduce(0, +)
        print("The block list refuses \(sum) of the 10000 PINs of 4 digits (\(Double(sum) / 100) %): \(counts)")
        #expect(
            counts == [.fewDigits: 640, .date: 512, .keypadPattern: 230, .year: 129, .sequence: 80, .common: 5])
        #expect(sum == 1596)
    }

    /// The whole million has 35 469, which takes a minute to count.
    @Test func `the rules refuse about 3.5 % of the PINs of 6 digits`() {
        let pins = stride(from: 1_000_000, to: 2_000_000, by: 61).map { String(String($0).dropFirst()) }
        let refused = pins.count { PINBlockList.refusal(of: $0, phone: nil) != nil }
        let share = Double(refused) * 100 / Double(pins.count)
        print("The block list refuses \(share) % of \(pins.count) PINs of 6 digits")
        #expect((3.3...3.8).contains(share))
    }
}
