import Contracts
import Interchange
import JSONRPC
import Primitives
import StrictJSON

/// Checks that a body fits its kind. The kinds `otp` and `opaque` define members, and others are accepted: a newer client may
/// use them.
struct BodyValidator: Sendable {
    private let otp = Schema(of: OTPBody.self)
    private let opaque = Schema(of: OpaqueBody.self)

    /// Returns the path of the first wrong member within the operation, such as `body.secret`; `kind` for an unknown
    /// kind; nil for a valid body.
    func invalidMember(of body: JSONObject, kind: String) -> String? {
        do {
            switch kind {
            case "otp": return try invalidMember(ofCodeItem: body)
            case "opaque": return try invalidMember(ofOpaqueItem: body)
            case "note", "login": return nil
            default: return "kind"
            }
        } catch let fault as Fault {
            return "body." + (fault.field ?? "")
        } catch let fault as OTPBodyFault {
            return "body." + fault.member.rawValue
        } catch let fault as WireFault {
            return "body." + fault.path
        } catch {
            return "body"
        }
    }

    private func invalidMember(ofCodeItem body: JSONObject) throws -> String? {
        let known = JSONObject(otp.members.compactMap { member in body[member.name].map { (member.name, $0) } })
        try otp.check(.object(known))
        try WireDecoder().decode(OTPBody.self, from: .object(known)).check()
        return nil
    }

    private func invalidMember(ofOpaqueItem body: JSONObject) throws -> String? {
        let known = JSONObject(opaque.members.compactMap { member in body[member.name].map { (member.name, $0) } })
        try opaque.check(.object(known))
        let entry = try WireDecoder().decode(OpaqueBody.self, from: .object(known))
        guard Base64URL.decode(entry.ciphertext)?.isEmpty == false else { return "body.ciphertext" }
        if let tag = entry.clientTag, Base64URL.decode(tag) == nil { return "body.clientTag" }
        return nil
    }
}
