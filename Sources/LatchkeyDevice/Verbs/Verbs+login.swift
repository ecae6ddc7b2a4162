import Contracts
import Domain
import Primitives
import StrictJSON

extension Verbs {
    static func register(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let phone = try given.text("phone")
        let group = try given.value("group", "the name of a facility group") { GroupID(rawValue: $0) }
        let answer = try await device.register(phone: phone, group: group)
        return [
            "challengeId": .string("\(answer.challengeId)"), "state": .string(answer.state.rawValue),
            "expiresAtMs": .string("\(answer.expiresAtMs.ms)"),
            "resendAfterMs": .number(JSONNumber(answer.resendAfterMs)),
        ]
    }

    static func login(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        awaiting(try await device.login(phone: try given.text("phone")))
    }

    static func confirm(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let code = try given.textIfAny("code") == nil ? nil : try given.code()
        return answer(try await device.confirm(code: code))
    }

    static func sessions(_ device: Device) async throws(DeviceFault) -> JSONObject {
        let sessions = try await device.sessions()
        return [
            "sessions": .array(
                sessions.map { session in
                    var object: JSONObject = [
                        "sessionId": .string("\(session.sessionId)"), "deviceName": .string(session.deviceName),
                        "isPending": .bool(session.isPending), "isCurrent": .bool(session.isCurrent),
                        "firstUsedAtMs": .string("\(session.firstUsedAtMs.ms)"),
                        "lastUsedAtMs": .string("\(session.lastUsedAtMs.ms)"),
                    ]
                    if let digits = session.digits { object["digits"] = .string(digits) }
                    return .object(object)
                })
        ]
    }

    /// Admits the one waiting session that shows these digits, or the one named.
    static func admit(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let digits = try given.text("digits")
        let session: SessionID
        if try given.textIfAny("session") != nil {
            session = try given.value("session", "a session's id") { SessionID($0) }
        } else {
            let waiting = try await device.sessions().filter { $0.isPending && $0.digits == digits }
            guard let only = waiting.first, waiting.count == 1 else {
                throw .argument("no one device waits with the digits \(digits): compare both screens")
            }
            session = only.sessionId
        }
        try await device.admit(session, digits: digits)
        return ["admitted": .string("\(session)")]
    }

    static func awaiting(_ answer: OTPRequest.Answer) -> JSONObject {
        [
            "challengeId": .string("\(answer.challengeId)"), "expiresAtMs": .string("\(answer.expiresAtMs.ms)"),
            "resendAfterMs": .number(JSONNumber(answer.resendAfterMs)),
        ]
    }

    /// Where the person stands, from what the device knows: seed 000's row, and the session.
    static func answer(_ profile: Profile) -> JSONObject {
        var object: JSONObject = [
            "signedIn": .bool(profile.accountId != nil),
            "login": profile.login.map { .string($0.rawValue) } ?? .null,
            "approval": .string(profile.approval.rawValue),
        ]
        if let account = profile.accountId { object["accountId"] = .string("\(account)") }
        if let session = profile.sessionId { object["sessionId"] = .string("\(session)") }
        object["unproven"] = .bool(profile.isUnproven)
        if let digits = profile.digits { object["digits"] = .string(digits) }
        if let standing = profile.standing { object["standing"] = .object(answer(standing)) }
        if let notice = profile.notice { object["notice"] = .string(notice) }
        return object
    }

    /// The seed's six answers, in its words.
    static func answer(_ standing: Standing) -> JSONObject {
        let notification: JSON =
            switch standing.notification {
            case .text(let text): .string(text)
            case .none: .null
            case .notApplicable: .string("N/A")
            }
        return [
            "canSync": .bool(standing.canSync), "canAdd": .bool(standing.canAdd),
            "tokenPresent": .bool(standing.tokenPresent), "notification": notification,
            "firstScreen": .string(standing.firstScreen.rawValue), "lockScreen": .bool(standing.lockScreen),
        ]
    }
}
