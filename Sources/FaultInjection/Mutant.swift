/// A planted fault: debug builds carry a few known mistakes, each off until `LATCHKEY_MUTANT` names it, so that every
/// checker can be seen to fail without rebuilding.
public enum Mutant {
    /// Whether this mistake is to be made. Always false in a release build, where the call vanishes.
    @inlinable @inline(__always)
    public static func isPlanted(_ name: String) -> Bool {
        #if DEBUG
        !Rehearsed.mutants.isEmpty && Rehearsed.mutants.contains(name)
        #else
        false
        #endif
    }
}
