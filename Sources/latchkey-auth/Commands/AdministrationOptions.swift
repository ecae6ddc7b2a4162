import ArgumentParser
import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import SQL
import ServiceHost
import StrictJSON

/// The options of a command that calls a method of the administrator. If the service runs, the call goes to its
/// administration socket. Otherwise the command opens the database itself, which on SQLite takes the service's lock.
struct AdministrationOptions: ParsableArguments {
    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Print JSON.")
    var json = false

    /// Calls a method. Without a running service, what the vault has to learn is passed on once the service runs.
    ///
    /// - Parameter seconds: the time for the whole call to a running service.
    func call<M: JSONRPC.Method>(
        _ method: M.Type, _ params: M.Params, within seconds: Int = 10
    ) async throws -> M.Answer {
        let configuration = try database.configuration(AuthConfiguration.self)
        let socket = AdministrationSocket(of: AuthConfiguration.service, in: configuration.common.dataFolder)
        if let answer = try await socket.callIfServed(method, params, within: seconds) { return answer }
        // The keys are read before the database is opened, so that a wrong folder is noticed before one is made there.
        let files = try AuthKeyFiles(existingIn: configuration.common)
        let (opened, _) = try await database.open(
            AuthConfiguration.self,
            beginGeneration: AuthServer.beginGeneration(auditedBy: files.auditAuthenticator))
        return try await opened.closing {
            _ = try await opened.migrate(AuthStore.migrations)
            try await opened.requireBelievedClock(configuration.common, stored: AuthStore.storedTime)
            try await AuthKeyCheck(keys: files.keys, files: files.rotating).run(on: AuthStore(opened.database))
            try await opened.checkTimeline()
            let auth = Auth(forCommandOn: opened.database, files, configuration.common)
            try await auth.prepare(isInstance: false)
            let router = try auth.router()
            do throws(CallFailure) {
                return try await InProcessConnection(to: router, at: .administration, from: "")
                    .call(method, params)
            } catch {
                throw error.fault.map { AdministrationSocket.Failure($0) as any Error } ?? error
            }
        }
    }

    /// Prints an answer as JSON if that was asked for, and otherwise as lines of text. Neither contains characters that
    /// control a terminal.
    func show(_ answer: some Encodable, _ lines: () -> [String]) throws {
        if json { return print(try WireEncoder().encode(answer).text.escapingUnprintable) }
        for line in lines() { print(line.escapingUnprintable) }
    }
}

extension AdministrationOptions: AuditOptions {
    typealias List = AuditList
}
