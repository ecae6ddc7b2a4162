import JSONRPC
public import LatchkeyDevice
import Primitives
public import StrictJSON

/// Calls a method by name and returns the raw reply; the profile and the entries stay as they are.
public struct CallMethod: DeviceCommand {
    /// The bearer token of a raw call. In JSON: absent for the session's, false for none, a text for another one.
    public enum Token: Sendable, Decodable {
        case session, none
        case other(String)

        public init(from decoder: any Decoder) throws {
            switch try JSON(from: decoder) {
            case .bool(false): self = .none
            case .string(let text): self = .other(text)
            case .null, .bool, .number, .array, .object: self = .session
            }
        }
    }

    public var method: String
    public var params: JSON?
    /// `auth` or `vault`, for methods that both have.
    public var service: String?
    public var token: Token?

    public init(method: String, params: JSON?, service: String? = nil, token: Token? = nil) {
        self.method = method
        self.params = params
        self.service = service
        self.token = token
    }

    public func run(on device: Device) async throws -> JSONObject {
        let token: AccessToken? =
            switch self.token {
            case .session?, nil: try await device.store.profile().accessToken
            case Token.none?: nil
            case .other(let text)?: AccessToken(wire: text)
            }
        let body = RawReply.request(method, params)
        let target = RawReply.isForVault(method, service: service) ? Device.Target.vault : .auth
        do throws(ConnectionError) {
            let reply = RawReply.object(try await device.send(body, method: method, to: target, token: token))
            // The refusal of a stale proof brought a fresh nonce for the next proof.
            guard target == .auth, reply["fault"] == .string("proofRefused") else { return reply }
            return RawReply.object(try await device.send(body, method: method, to: target, token: token))
        } catch {
            return RawReply.object(error)
        }
    }

    public static func text(of output: JSONObject) -> String { JSON.object(output).text }

    public var commandLine: [String] {
        var words = ["call", method, (params ?? [:]).text] + (service.map { ["--service=\($0)"] } ?? [])
        switch token {
        case .session?, nil: break
        case Token.none?: words.append("--anonymous")
        case .other(let text)?: words.append("--token=\(text)")
        }
        return words
    }
}
