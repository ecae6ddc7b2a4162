import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Pages that do not arrive in time are asked for again with fewer items.
@Suite struct PageSizeTests {
    private typealias T = DeviceFixture

    @Test(
        arguments: [
            // the most items that arrive in time, the limits asked for (0 for none), the stored limit
            (500, [0], nil), (250, [0, 250], 250), (10, [0, 250, 125, 62, 31, 15, 10], 10),
        ] as [(Int, [Int64], Int?)])
    func `the limit of a page is halved until it arrives, down to ten, and stored`(
        most: Int, limits: [Int64], stored: Int?
    ) async throws {
        let test = try await slow(most)
        _ = try await test.device.sync()
        #expect(test.vault.requests.prefix(limits.count).map(Self.limit) == limits)
        #expect(try await test.store.profile().pageLimit == stored)
    }

    @Test func `a page of ten items that does not arrive ends the sync`() async throws {
        let test = try await slow(9)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(test.vault.requests.map(Self.limit) == [0, 250, 125, 62, 31, 15, 10])
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(test.vault.requests.count == 8)
    }

    @Test func `a failure that is no timeout is not asked again`() async throws {
        let test = try await T(vault: ScriptedConnection(always: .lost))
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(test.vault.requests.count == 1)
    }

    @Test(arguments: [(125, 250), (250, nil)] as [(Int, Int?)])
    func `after a pull of several pages in time the limit is doubled`(limit: Int, next: Int?) async throws {
        let vault = ScriptedConnection { request, _ in
            T.page([], more: request.params["cursor"] == nil, cursor: "c1")
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.pageLimit = limit }
        _ = try await test.device.sync()
        #expect(try await test.store.profile().pageLimit == next)
    }

    /// A device on a line on which a page of this many items arrives in time, and no larger one.
    private func slow(_ most: Int) async throws -> T {
        try await T(
            vault: ScriptedConnection { request, _ in
                Self.limit(of: request) == 0 && most < 500 || Self.limit(of: request) > most ? .late : T.page([])
            })
    }

    private static func limit(of request: ScriptedConnection.Request) -> Int64 {
        request.params["limit"]?.number?.int64 ?? 0
    }
}
