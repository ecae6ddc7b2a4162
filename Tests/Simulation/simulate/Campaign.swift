import Glibc
import Primitives
import Simulation

/// Plays simulations of consecutive seeds until the wanted number of steps is reached or a promise is broken.
struct Campaign {
    let options: Options
    /// A run of so many steps fails if a kind of event never happened.
    private static let stepsForEveryEvent = 50_000

    init(_ options: Options) { self.options = options }

    /// Returns true if every promise was kept.
    func run() throws -> Bool {
        var steps = 0, runs = 0, failures = 0, histories: UInt64 = 0, counts: [String: Int] = [:]
        var time = Duration.zero
        let began = seconds()
        var seed = options.seed ?? 1_000 + RandomSource.system.below(999_000)
        print("the first seed is \(seed)")
        repeat {
            let run = try options.run(seed)
            let result = run.play()
            runs += 1
            steps += result.steps
            time += result.time
            histories = histories &* 31 &+ result.fingerprint
            counts.merge(result.counts, uniquingKeysWith: +)
            if result.violation != nil {
                report(run, result, after: seconds() - began)
                guard options.goesOn else { return false }
                failures += 1
            }
            if runs == 1, try options.run(seed).play().fingerprint != result.fingerprint {
                print("seed \(seed) gave two different histories")
                // On PostgreSQL the server chooses between statements that wait for the same transaction.
                guard options.engine == .postgres else { return false }
            }
            seed += 1
        } while steps < options.steps && seconds() - began < Double(options.minutes * 60)
        let used = seconds() - began
        print(
            "\(runs) simulations, \(steps) steps, \(Int(Double(steps) / used)) steps a second\(ofTime), "
                + "\(Int(used)) s; \(time.components.seconds / 3600 / Int64(runs)) h of virtual time each; "
                + "histories \(histories)")
        return table(counts, steps) && failures == 0
    }

    private func report(_ run: Run, _ result: RunResult, after time: Double) {
        defer { fflush(nil) }
        print("seed \(result.seed): \(result.promise ?? ""): \(result.violation ?? "")")
        print(
            "found at act \(result.acts), step \(result.steps), after \(Int(time * 1000)) ms\(ofTime); history \(result.fingerprint)"
        )
        guard options.shrinks, !options.isLoud, !options.goesOn else { return }
        // A simulation on PostgreSQL takes some 10 s.
        var shrinking = Shrinking(run, result, limit: options.engine == .sqlite ? .seconds(90) : .minutes(15))
        shrinking.shrink()
        let acts = Set(0..<shrinking.run.acts).subtracting(shrinking.run.leftOut).sorted()
        print("\nThe short history (\(acts.count) acts, found in \(shrinking.attempts) simulations):")
        for line in shrinking.result.story { print("  " + line) }
        let kinds = shrinking.run.leftOutKinds
        print(
            "\nRepeat: scripts/simulate --engine \(options.engine) --seed \(result.seed) --acts \(shrinking.run.acts) "
                + (kinds.isEmpty ? "" : "--without \(kinds.joined(separator: ",")) ")
                + "--only \(acts.map(String.init).joined(separator: ",")) --loud")
    }

    /// Prints how often each kind of event happened. Returns false if one was needed and never happened.
    private func table(_ counts: [String: Int], _ steps: Int) -> Bool {
        var missing: [String] = []
        for (index, name) in Run.requiredEvents(on: options.engine).enumerated() {
            let count = counts[name] ?? 0
            if count == 0 { missing.append(name) }
            let column = name + String(repeating: " ", count: max(1, 24 - name.count)) + "\(count)"
            print(
                column + String(repeating: " ", count: max(1, 34 - column.count)),
                terminator: index % 3 == 2 ? "\n" : "")
        }
        print("")
        let isRequired = options.needsEveryEvent || steps >= Self.stepsForEveryEvent && !options.isPartial
        guard isRequired, !missing.isEmpty else { return true }
        print("never happened: \(missing.joined(separator: ", "))")
        return false
    }

    private var ofTime: String { options.engine == .sqlite ? " of processor time" : "" }

    /// On SQLite the processor time of this process, which other load on the machine does not lengthen.
    private func seconds() -> Double {
        // The server's processes work too.
        if options.engine == .postgres { return Double(SteadyClock.system.now.nanoseconds) / 1e9 }
        return Double(clock()) / 1e6
    }
}
