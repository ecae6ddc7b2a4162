public import SQL

/// The parts of `doctor` that differ between the two services.
public protocol ServiceDoctor: Sendable {
    associatedtype Configuration: ServiceConfiguration

    static var migrations: [Migration] { get }

    /// The latest time of all instances, with which a start compares the host's clock.
    static var storedTime: StoredTime { get }

    init(_ configuration: Configuration)

    /// Reads every key file of the service.
    ///
    /// - Throws: `KeyFault`, one line that says which file is wrong.
    func readKeyFiles() throws

    /// Compares the key files with the database.
    ///
    /// - Throws: one line that says which file does not fit.
    func checkKeys(on database: any Database) async throws

    /// Calls the other service.
    ///
    /// - Throws: `CallFailure` if it does not answer.
    func callPeer() async throws

    /// The findings about what only this service has.
    ///
    /// - Parameter isRunning: true if the service answered on its administration socket.
    func ownFindings(isRunning: Bool) async -> [Finding]
}
