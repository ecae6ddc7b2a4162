import Glibc

/// What the environment asks to go wrong, read once. In a release build nothing ever does.
@usableFromInline
enum Rehearsed {
    /// The planted faults of `LATCHKEY_MUTANT`, comma separated.
    @usableFromInline
    static let mutants: Set<String> = words("LATCHKEY_MUTANT")

    /// The rows `LATCHKEY_DROP_ROW` takes out of the state tables, comma separated, each `machine/state/event`.
    @usableFromInline
    static let droppedRows: Set<String> = words("LATCHKEY_DROP_ROW")

    /// The value of one variable; nil where it is unset or empty.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    private static func words(_ name: String) -> Set<String> {
        Set((variable(name) ?? "").split(separator: ",").map(String.init))
    }
}
