import Glibc
import Simulation

guard getenv("SWIFT_DETERMINISTIC_HASHING") != nil else {
    print("SWIFT_DETERMINISTIC_HASHING=1 must be set, or a seed would not repeat its history; scripts/simulate sets it")
    exit(2)
}
do {
    let isKept = try Campaign(Options(CommandLine.arguments.dropFirst())).run()
    exit(isKept ? 0 : 1)
} catch {
    print("\(error)")
    exit(2)
}
