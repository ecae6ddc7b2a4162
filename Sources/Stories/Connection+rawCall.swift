import DeviceCommands
public import JSONRPC
public import StrictJSON

extension Connection {
    /// Calls a method without a device: no request proof, and a bearer token only if one is given as a text.
    public func rawCall(_ method: String, _ params: JSON?, token: JSON?) async -> JSONObject {
        let headers = token?.string.map { [Header("Authorization", "Bearer \($0)")] } ?? []
        do {
            return RawReply.object(try await send(RawReply.request(method, params), headers: headers))
        } catch {
            return RawReply.object(error)
        }
    }
}
