import Contracts
import Domain
import JSONRPC
import Primitives

extension FaultInjector {
    /// Begins to change the vault's keys, while everything else goes on. The event is counted when it has succeeded.
    func begin(_ event: Event) {
        let world = world
        world.executor.start {
            let socket = Link(network: world.network, host: "operator", service: .vault, listener: .administration)
            do {
                if event == .newWrappingKey {
                    try await Self.renewWrappingKey(in: world, by: socket)
                } else {
                    world.log.record("The administrator orders new data keys")
                    _ = try await socket.call(DataKeyRotate.self, .init())
                }
                world.log.count(event)
            } catch {
                world.log.record("The administrator cannot change the vault's keys: \(Acts.short(error))")
            }
            await world.oracle.check()
        }
    }

    /// Publishes a new wrapping key, makes it active, and retires those that no data key needs any more.
    private static func renewWrappingKey(in world: World, by socket: Link) async throws {
        guard let key = world.keys.wrapping.add(world.random) else { return }
        world.log.record("The administrator publishes the wrapping key \(key)")
        _ = try await socket.call(KeyPublish.self, .init(key: key))
        // Each instance reports the keys that it holds once a second.
        try await world.executor.sleep(.seconds(3))
        world.log.record("The administrator makes the wrapping key \(key) active")
        _ = try await socket.call(KeyActivate.self, .init(key: key))
        try await world.executor.sleep(.seconds(5))
        for former in try await socket.call(KeyList.self, .init()).keys where former.state == .known(.verifyOnly) {
            world.log.record("The administrator retires the wrapping key \(former.key)")
            _ = try await socket.call(KeyRetire.self, .init(key: former.key))
        }
    }
}
