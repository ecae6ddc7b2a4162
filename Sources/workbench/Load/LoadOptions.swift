import ArgumentParser
import Curl
import Glibc
import Primitives
import RPCClient

/// What every load on auth's public listener needs: accounts in the group `demo`, and callers that use them in a loop.
struct LoadOptions: ParsableArguments {
    @Argument(help: "Auth's public address, as proofs name it.") var url: String
    @Option(help: "Accounts to register, with random numbers; each caller uses its share of them in turn.")
    var accounts = 64
    @Option(help: "Callers that call at the same time, each over a connection of its own.") var callers = 64
    @Option(help: "Duration in seconds.") var seconds = 3

    func validate() throws {
        guard accounts >= callers, callers >= 1 else {
            throw ValidationError("--accounts must be at least --callers, and --callers at least 1")
        }
    }

    /// Registers the accounts and prepares each. Then prints `ready`, waits for a line on standard input or its end, repeats
    /// the action on the accounts until the time has passed, and prints what was counted.
    ///
    /// The first call that is refused ends the load with an error, so every counted action has succeeded.
    func measure<Prepared: Sendable>(
        _ prepare: @Sendable @escaping (LoadAccount) async throws -> Prepared,
        repeating action: @Sendable @escaping (Prepared) async throws -> Void
    ) async throws {
        var settings = CurlSettings()
        settings.connectionsPerHost = callers
        let connection = HTTPConnection(to: url, with: try CurlClient(settings), limits: .total(ms: 30_000))
        // Numbers far from each other, because auth limits the codes to each block of 1000 numbers as well.
        let first = RandomSource.system.below(1_000_000_000), step = UInt64(1_000_000_000 / accounts)
        let shares = try await inParallel { caller in
            var share: [Prepared] = []
            for number in stride(from: caller, to: accounts, by: callers) {
                let digits = (first + step * UInt64(number)) % 1_000_000_000
                share.append(try await prepare(LoadAccount(connection, url, number: digits)))
            }
            return share
        }
        print("ready")
        fflush(nil)
        _ = readLine()
        let tally = Tally(seconds: seconds)
        _ = try await inParallel { caller in
            var turn = 0
            try await tally.run {
                // A share belongs to one caller, so no account is used twice at the same time.
                let share = shares[caller]
                try await action(share[turn % share.count])
                turn += 1
            }
        }
        print(tally.summary)
    }

    /// Performs the work of all callers at the same time and returns their results in no particular order.
    private func inParallel<Result: Sendable>(
        _ work: @Sendable @escaping (Int) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: Result.self) { group in
            for caller in 0..<callers { group.addTask { try await work(caller) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
