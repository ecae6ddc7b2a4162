import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StoreSupport
import StrictJSON
import Support
import Testing

@Suite struct `account.update` {
    private func name(_ text: String) throws -> DeviceName { try #require(DeviceName(rawValue: text)) }

    /// Sends params as text, and returns the refusal's code and the member it names.
    private func refusal(of params: String, by phone: AuthTestClient) async throws -> (code: Int64?, field: String?) {
        let body = Array(#"{"jsonrpc":"2.0","id":1,"method":"account.update","params":\#(params)}"#.utf8)
        let token = try #require(phone.session).accessToken
        let headers = [
            Header("Authorization", "Bearer \(token.reveal)"), try phone.proof(AccountUpdate.name, body, token),
        ]
        let error = try JSON(parsing: try await phone.raw(body, headers: headers).body)["error"]
        return (error?["code"]?.number?.int64, error?["data"]?["field"]?.string)
    }

    @Test func `plays its example: the lists show the device's new name, and no other device has it`() async throws {
        let two = try await TwoDevices()
        var (params, example) = AccountUpdate.example
        example.deviceId = two.phone.device
        for _ in 0..<2 { #expect(try await two.phone.call(AccountUpdate.self, params) == example) }
        let devices = try await two.tablet.call(DeviceList.self, Nothing()).devices
        #expect(Set(devices.map(\.deviceName)) == ["Ada's phone", "tablet"])
        #expect(devices.first { $0.deviceId == two.phone.device }?.deviceName == "Ada's phone")
        let sessions = try await two.tablet.call(SessionList.self, Nothing()).sessions
        #expect(Set(sessions.map(\.deviceName)) == ["Ada's phone", "tablet"])
        params.deviceName = try name("my phone")
        try await two.phone.expectSuccess(AccountUpdate.self, params)
        try await two.phone.login(two.fixture)
        #expect(
            try await two.tablet.call(DeviceList.self, Nothing()).devices.contains { $0.deviceName == "phone" },
            "a login names the device again")
    }

    @Test func `nothing else of the account changes`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let before = try await fixture.database.contents()
        try await phone.expectSuccess(AccountUpdate.self, .init(deviceName: name("other")))
        let after = try await fixture.database.contents()
        #expect(Set(after.filter { before[$0.key] != $0.value }.keys) == ["audit", "device", "proof_seen"])
        #expect(after["device"] == before["device"]?.map { $0.replacing("\"phone\"", with: "\"other\"") })
    }

    @Test func `notices after a change show the new name, and earlier ones the former`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let codes = try await phone.makeCodes()
        try await phone.expectSuccess(AccountUpdate.self, .init(deviceName: name("other")))
        try await phone.makeCodes(codes[0].confirmation)
        let notices = try await phone.call(AccountNotices.self, Nothing()).notices
        #expect(notices.map(\.deviceName) == ["other", "phone"])
    }

    @Test(
        .requirement("R3"),
        arguments: [
            "role", "kind", "state", "approval", "group", "attempts", "verified", "phone", "accountId", "deviceId",
        ])
    func `a member that a person may not set is refused by name, and nothing changes`(member: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let before = try await fixture.database.contents()
        for value in ["1", #""operator""#, "true"] {
            let refused = try await refusal(of: #"{"deviceName":"other","\#(member)":\#(value)}"#, by: phone)
            #expect(refused == (-32602, member))
        }
        #expect(try await fixture.database.contents() == before)
    }

    @Test(arguments: [(1, true), (64, true), (0, false), (65, false)])
    func `a name has 1 to 64 characters`(length: Int, isAccepted: Bool) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let text = String(repeating: "x", count: length)
        let refused = try await refusal(of: #"{"deviceName":"\#(text)"}"#, by: phone)
        #expect(refused == (isAccepted ? (nil, nil) : (-32602, "deviceName")))
        #expect(try await fixture.count("device", where: "name = '\(text)'") == (isAccepted ? 1 : 0))
    }

    @Test(arguments: [#"{}"#, #"{"deviceName":null}"#, #"{"deviceName":"a\u001b[2K"}"#, #"{"deviceName":"  "}"#])
    func `a name that is absent or not printable is refused`(params: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        #expect(try await refusal(of: params, by: phone) == (-32602, "deviceName"))
    }

    @Test func `a device that waits to be admitted cannot rename itself`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), stranger = fixture.client()
        try await phone.register(fixture)
        try await stranger.login(fixture)
        try await stranger.expectRefused(
            .newDeviceProofRequired, AccountUpdate.self, .init(deviceName: name("the owner's")))
    }
}
