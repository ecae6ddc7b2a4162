import Primitives

/// The repairs. Each returns false if there was nothing to repair.
extension World {
    var hosts: [Host] { services.map(\.host) + devices.map(\.host) }

    func freeDisks() -> Bool {
        let full = hosts.filter(\.disk.isLimited)
        for host in full { host.disk.setFree(nil) }
        return !full.isEmpty
    }

    func correctClocks() -> Bool {
        let wrong = hosts.filter { $0.clockError != .zero }
        for host in wrong { host.clockError = .zero }
        return !wrong.isEmpty
    }

    func makeNetworkReliable() -> Bool {
        defer { network.faultRates = .init() }
        return network.faultRates != .init()
    }

    func healLinks() -> Bool {
        defer { network.healAll() }
        return !network.cuts.isEmpty || !network.slow.isEmpty
    }
}
