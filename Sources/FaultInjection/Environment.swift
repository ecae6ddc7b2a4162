import Glibc

/// Reads the variables that ask for a fault.
enum Environment {
    /// The value of a variable; nil where it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
