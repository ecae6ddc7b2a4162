/// The country calling codes that numbers begin with (ITU-T E.164).
public enum CallingCode {
    /// The number of digits of the calling code that `digits`, each 0…9, begin with; nil if they begin with none that is
    /// assigned to a country or a network, or are too few to tell.
    public static func length(of digits: some Sequence<UInt8>) -> Int? {
        let first = Array(digits.prefix(3))
        if first.first == 1 || first.first == 7 { return 1 }
        guard first.count >= 2 else { return nil }
        let two = first[0] * 10 + first[1]
        if twoDigits.contains(two) { return 2 }
        guard first.count == 3, let thirds = threeDigits[two] else { return nil }
        return thirds.contains(first[2]) ? 3 : nil
    }

    /// The codes of two digits. The codes of North America (1) and of Russia and Kazakhstan (7) have one digit; all others
    /// have three, and none of them begins with one of these.
    private static let twoDigits: Set<UInt8> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// The codes of three digits: the first two, and each third digit that is assigned to a country or a network.
    private static let threeDigits: [UInt8: Set<UInt8>] = [
        21: [1, 2, 3, 6, 8], 22: Set(0...9), 23: Set(0...9), 24: Set(0...9), 25: Set(0...8), 26: Set(0...9),
        29: [0, 1, 7, 8, 9], 35: Set(0...9), 37: Set(0...9), 38: [0, 1, 2, 3, 5, 6, 7, 9], 42: [0, 1, 3],
        50: Set(0...9), 59: Set(0...9), 67: [0, 2, 3, 4, 5, 6, 7, 8, 9], 68: [0, 1, 2, 3, 5, 6, 7, 8, 9],
        69: [0, 1, 2], 80: [0, 8], 85: [0, 2, 3, 5, 6], 87: [0, 8], 88: [0, 1, 2, 3, 6], 96: Set(0...8),
        97: [0, 1, 2, 3, 4, 5, 6, 7, 9], 99: Set(2...8),
    ]
}
