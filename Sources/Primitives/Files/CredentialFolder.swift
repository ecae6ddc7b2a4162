import Glibc

/// The folder with the credentials that systemd has loaded for the service (`LoadCredential=`), named by the variable
/// `CREDENTIALS_DIRECTORY`.
///
/// Its files belong to root and are readable for the service through an access list, which their mode shows as readable
/// for the group: 0440. Nobody else can enter the folder.
public enum CredentialFolder {
    /// Returns true if a path, without symbolic links, is in the folder.
    public static func contains(_ path: String, folder: String? = variable) -> Bool {
        guard let folder, let inside = resolved(path), let outside = resolved(folder), outside != "/" else {
            return false
        }
        return inside.hasPrefix(outside + "/")
    }

    /// The bits of a mode that a file with a secret must not have.
    public static func refusedBits(of path: String) -> UInt32 { contains(path) ? 0o037 : 0o077 }

    /// The path of the folder; nil if the service manager has loaded no credentials.
    public static var variable: String? { getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) } }

    private static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
