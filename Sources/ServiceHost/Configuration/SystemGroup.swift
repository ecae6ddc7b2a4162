import Glibc

/// The groups of the host.
enum SystemGroup {
    /// The number of a group, given by its name or number.
    static func number(of name: String) throws(SettingsFault) -> UInt32 {
        if let number = UInt32(name) { return number }
        var entry = group(), found: UnsafeMutablePointer<group>?
        var buffer = [CChar](repeating: 0, count: 64 << 10)
        guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            throw SettingsFault("--set internal-socket-group=\(name): this host has no such group")
        }
        return entry.gr_gid
    }
}
