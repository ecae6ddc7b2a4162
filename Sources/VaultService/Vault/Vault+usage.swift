import Primitives
public import VaultStore

extension Vault {
    /// What all accounts had stored together at the last measurement; nil before the first.
    public var usage: StoreUsage? { store.usage }

    /// Measures what all accounts have stored, again and again until the task is cancelled. The first measurement is a
    /// second after the start.
    func runUsageMeter() async {
        await repeating("measure what all accounts have stored", pausing: Self.pauseAfterMeasurement) {
            try await store.measureUsage()
        }
    }

    /// The pause after a measurement that took some time: at least a minute, and fifty times as long as that, because it
    /// reads the head of every account.
    private static func pauseAfterMeasurement(_ time: Duration?) -> Duration {
        time.map { max(.minutes(1), $0 * 50) } ?? .seconds(1)
    }
}
