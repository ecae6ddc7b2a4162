import Glibc

/// Which of the planted mutations takes effect, read from the environment once for each process.
///
/// `MUTANT` is its number; without it, none does. `MUTANT_REACHED` is the path of a file with one byte for each mutation: a byte
/// becomes 1 when its mutation could have taken effect, so that processes which are killed are counted too.
enum Planted {
    static let number: Int32 = if let text = getenv("MUTANT") { atoi(text) } else { -1 }
    nonisolated(unsafe) static let reached = sharedMemory()

    private static func sharedMemory() -> UnsafeMutablePointer<UInt8>? {
        guard let path = getenv("MUTANT_REACHED") else { return nil }
        let file = open(path, O_RDWR)
        defer { close(file) }
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0 else { return nil }
        let memory = mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
    }
}

private func isOn(_ number: Int32) -> Bool {
    Planted.reached?[Int(number)] = 1
    return number == Planted.number
}

// Each function returns the given value, or what takes effect instead if the mutation of this number is switched on.

public func mutantTrue(_ number: Int32, _ value: Bool) -> Bool { isOn(number) || value }
public func mutantFalse(_ number: Int32, _ value: Bool) -> Bool { !isOn(number) && value }
public func mutantNegated(_ number: Int32, _ value: Bool) -> Bool { isOn(number) != value }

/// `left < right`, whose boundary changes: `left <= right`.
public func mutantLess<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
    isOn(number) ? left <= right : left < right
}
/// `left <= right`, whose boundary changes: `left < right`.
public func mutantLessOrEqual<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
    isOn(number) ? left < right : left <= right
}
/// `left > right`, whose boundary changes: `left >= right`.
public func mutantGreater<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
    isOn(number) ? left >= right : left > right
}
/// `left >= right`, whose boundary changes: `left > right`.
public func mutantGreaterOrEqual<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
    isOn(number) ? left > right : left >= right
}

public func mutantHalved<T: BinaryInteger>(_ number: Int32, _ value: T) -> T { isOn(number) ? value / 2 : value }
/// The double of the value, or 1 for 0.
public func mutantDoubled<T: FixedWidthInteger>(_ number: Int32, _ value: T) -> T {
    isOn(number) ? (value == 0 ? 1 : value &* 2) : value
}

public func mutantReplaced<T>(_ number: Int32, _ value: T, _ other: T) -> T { isOn(number) ? other : value }
/// The same for string literals, which would otherwise have no type where several types can be written so.
public func mutantText(_ number: Int32, _ text: String, _ other: String) -> String { isOn(number) ? other : text }
/// True if a statement is executed.
public func mutantKeeps(_ number: Int32) -> Bool { !isOn(number) }
