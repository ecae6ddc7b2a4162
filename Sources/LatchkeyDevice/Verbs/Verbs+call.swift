import JSONRPC
import Primitives
import StrictJSON

extension Verbs {
    /// One bare call with this session's token and, to auth, this device's proof; a stale proof is made anew once.
    static func call(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let method = try given.text("method")
        let token = try await token(given, device)
        let body = BareAnswer.request(method, given.json("params"))
        let isVaults = BareAnswer.isVaults(method, asked: try given.textIfAny("service"))
        do throws(ConnectionError) {
            if isVaults {
                return BareAnswer.object(try await device.vault.send(body, headers: token.map(Device.bearer) ?? []))
            }
            let answer = BareAnswer.object(try await device.auth.send(body, method: method, token: token?.reveal))
            guard answer["fault"] == .string("proofRefused") else { return answer }
            return BareAnswer.object(try await device.auth.send(body, method: method, token: token?.reveal))
        } catch {
            return BareAnswer.object(error)
        }
    }

    private static func token(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> AccessToken? {
        switch given.json("token") {
        case .bool(false)?: return nil
        case .string(let text)?: return AccessToken(wire: text)
        case nil, .null, .bool, .number, .array, .object: return try await device.current().accessToken
        }
    }
}
