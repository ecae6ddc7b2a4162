import JSONRPC
import LatchkeyDevice
import StrictJSON

/// A call of nobody in particular: no device, no proof, a token only where the story gives one.
enum BareCall {
    static func send(
        _ method: String, _ params: JSON?, token: JSON?, over connection: any Connection
    ) async -> JSONObject {
        let headers = token?.string.map { [Header("Authorization", "Bearer \($0)")] } ?? []
        do {
            return BareAnswer.object(try await connection.send(BareAnswer.request(method, params), headers: headers))
        } catch {
            return BareAnswer.object(error)
        }
    }
}
