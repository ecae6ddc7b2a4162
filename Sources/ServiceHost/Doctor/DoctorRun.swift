import Contracts
import Curl
import Glibc
import JSONRPC
import Logging
import Primitives
import RPCServer
import SQL
import SQLite
import StrictJSON

/// One run of `doctor` with settings that are right.
struct DoctorRun<Doctor: ServiceDoctor> {
    private let doctor: Doctor
    private let common: CommonConfiguration
    private let clock: WallClock

    init(_ doctor: Doctor, _ common: CommonConfiguration, clock: WallClock) {
        self.doctor = doctor
        self.common = common
        self.clock = clock
    }

    /// Every finding, files first. A fault hides no other one, unless there is nothing to look at.
    func findings() async -> [Finding] {
        let files = FileFindings(common: common, now: clock.now)
        let folder = files.dataFolder()
        var found = [Finding(.settings, .ok, "the settings are right"), folder]
        if access(common.dataFolder.path, F_OK) != 0 { return found }
        let keys = keyFiles()
        found.append(keys)
        found += files.certificates()
        found += [files.disk(), files.backup()]
        if let kept = files.keptDatabases() { found.append(kept) }
        let running = await fromService()
        found += running ?? []
        if running == nil { found += await whileStopped(keysAreRight: keys.severity == .ok) }
        if keys.severity == .ok { found.append(await peer()) }
        return found + (await doctor.ownFindings(isRunning: running != nil))
    }

    private func keyFiles() -> Finding {
        do {
            try doctor.readKeyFiles()
            return Finding(.keyFiles, .ok, "every key file is there, and only this user can read it")
        } catch {
            return Finding(.keyFiles, .fault, "\(error)")
        }
    }

    /// What the running service reports; nil if nothing listens on its administration socket.
    private func fromService() async -> [Finding]? {
        let socket = common.dataFolder.socket(common.service)
        let request = CurlRequest("http://latchkey\(ServiceFindings.path)", totalMs: 60_000, unixSocket: socket)
        guard let client = try? CurlClient() else { return [] }
        defer { client.close() }
        do throws(CurlFault) {
            let response = try await client.send(request)
            guard response.status == 200, case .array(let items)? = try? JSON(parsing: response.body) else {
                let text = "the program at \(socket) is an earlier version and reports nothing: restart the service"
                return [Finding(.service, .warning, text)]
            }
            return items.compactMap(Finding.init)
        } catch {
            if !error.mayHaveBeenSent, error.reason != .timeout { return nil }
            return [
                Finding(.service, .fault, "the service does not answer at \(socket) (\(error)): look at its log")
            ]
        }
    }

    private func whileStopped(keysAreRight: Bool) async -> [Finding] {
        let stopped = Finding(.service, .warning, "the service does not run: start it, unless it is stopped on purpose")
        return [stopped] + listeners() + (await database(keysAreRight: keysAreRight))
    }

    /// The listeners' addresses that another program has taken.
    private func listeners() -> [Finding] {
        let all = [
            ("listen", common.listen), ("internal-listen", common.link.listen),
            ("operations-listen", common.operationsListen),
        ]
        let taken = all.compactMap { key, address in
            ListenerProbe.problem(address).map { Finding(.listener, .fault, "\(key)=\(address): \($0)") }
        }
        return taken.isEmpty ? [Finding(.listener, .ok, "the addresses of the listeners are free")] : taken
    }

    /// Opens the database that the stopped service would open.
    private func database(keysAreRight: Bool) async -> [Finding] {
        if case .sqlite(let path) = common.database, access(path, F_OK) != 0 {
            return [
                Finding(.database, .warning, "there is no database \(path): the first start of the service makes it")
            ]
        }
        let log = Logger(label: "latchkey-\(common.service)")
        do {
            let check = common.timelineCheck(log: log, beginGeneration: { _, _, _ in })
            let opened = try await common.openDatabase(check: check, whenChecked: { _ in })
            return try await opened.closing {
                let checks = DatabaseFindings(
                    opened.database, problem: { await opened.problem() }, migrations: Doctor.migrations,
                    service: common.service,
                    clocks: {
                        let clocks = try await ClockMeasurement(of: clock, opened, stored: Doctor.storedTime)
                        return (clocks, clocks.problem(maxDowntime: common.maxDowntime))
                    })
                let found = await checks.all()
                guard keysAreRight, found.allSatisfy({ $0.severity != .fault }) else { return found }
                return found + [await keyCanary(opened.database)]
            }
        } catch SQLFault.corrupt(let detail) {
            // The engine looks at the file before it opens it.
            return [DatabaseFindings.damage(detail)]
        } catch {
            return [Finding(.database, .fault, "\(error)")]
        }
    }

    private func keyCanary(_ database: any Database) async -> Finding {
        do {
            try await doctor.checkKeys(on: database)
            return Finding(.keyCanary, .ok, "the key files are those that the database was written with")
        } catch {
            return Finding(.keyCanary, .fault, "\(error)")
        }
    }

    /// Calls the other service with the keys on file.
    private func peer() async -> Finding {
        let name = common.peer
        do {
            try await doctor.callPeer()
            return Finding(
                .peer, .ok, "\(name) answers at \(common.link.peer), and each service accepts the other's key")
        } catch let failure as CallFailure {
            let line = "\(PeerFailure(failure, calling: name, at: "\(common.link.peer)"))"
            guard Self.isAuthenticationFailure(failure) else { return Finding(.peer, .fault, line) }
            return Finding(
                .peerAuthentication, .fault,
                """
                \(name) answers at \(common.link.peer), but the two services do not accept each other's keys: copy each \
                service's NAME.service.pub to the key folder of the other one, and send both SIGHUP
                """)
        } catch {
            return Finding(.peer, .fault, "\(error)")
        }
    }

    private static func isAuthenticationFailure(_ failure: CallFailure) -> Bool {
        switch failure {
        case .refused(let fault): fault.isKind(.callRefused)
        case .unreachable(let error): error.isUnauthenticated
        case .unreadable: false
        }
    }
}
