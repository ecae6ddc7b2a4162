import Contracts
import JSONRPC
import Primitives
import StrictJSON

/// Whether a body is of its kind. Members it does not know are left alone: they are a newer client's.
struct BodyCheck: Sendable {
    private let otp = Schema(of: OTPBody.self)

    /// The kinds there are.
    static let kinds: Set<String> = ["otp", "note", "login", "opaque"]

    /// The member that is at fault, as a path from the operation; nil for a body that is right.
    func flaw(in body: JSONObject, of kind: String) -> String? {
        guard Self.kinds.contains(kind) else { return "kind" }
        guard kind == "otp" else { return nil }
        let known = JSONObject(otp.members.compactMap { member in body[member.name].map { (member.name, $0) } })
        do {
            try otp.check(.object(known))
            let entry = try WireDecoder().decode(OTPBody.self, from: .object(known))
            guard Base32.decode(entry.secret)?.isEmpty == false else { return "body.secret" }
            if entry.type == .hotp, (entry.counter?.value ?? -1) < 0 { return "body.counter" }
            return nil
        } catch let fault as Fault {
            return "body." + (fault.field ?? "")
        } catch let fault as WireFault {
            return "body." + fault.path
        } catch {
            return "body"
        }
    }
}
