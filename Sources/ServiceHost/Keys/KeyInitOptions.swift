public import ArgumentParser
import Primitives

/// The options and the work of `keys init`, which makes the key files of a service.
public struct KeyInitOptions: ParsableArguments {
    @Option(help: "The service's data folder, in which the folder keys is made.")
    var data = "data"

    public init() {}

    /// Makes the key files in a folder that has none of this service, and prints what to do next.
    ///
    /// - Parameter make: reads every key file of the service, which makes the missing ones.
    /// - Throws: one line for the administrator, if the folder has a key file of the service already.
    public func run(service: String, peer: String, make: (KeyFolder) throws -> Void) throws {
        let data = DataFolder(data)
        try data.create()
        let folder = try KeyFolder(data.keys, random: .system, makesMissing: true)
        let present = (folder.files(endingIn: ".key") + folder.files(endingIn: ".pem")).filter {
            $0.hasPrefix("\(service).")
        }
        guard present.isEmpty else {
            throw KeyFault(
                """
                \(folder.path) has keys of \(service) already (\(present[0])), and a database may need them: name \
                another data folder, or move them away if no database was written with them
                """)
        }
        try make(folder)
        print(
            """
            The keys of \(service) are in \(folder.path).
            - Copy \(folder.path)/\(service).service.pub to the key folder of the \(peer) service, and its \
            \(peer).service.pub to this one.
            - Every further instance of \(service) needs the same files: copy the folder.
            - Keep a copy of the folder apart from the backups of the database: neither can be read without the other.
            """)
    }
}
