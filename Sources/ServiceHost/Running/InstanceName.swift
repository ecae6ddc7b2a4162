import Glibc

/// The name under which a process reports itself to the other instances and to the administrator.
public enum InstanceName {
    /// The host's name and the number of this process.
    public static var present: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return "\(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)):\(getpid())"
    }
}
