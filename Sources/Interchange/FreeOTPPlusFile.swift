import Contracts
import Primitives
import StrictJSON

/// The JSON backup of FreeOTP+: the list `tokens`, whose keys are lists of signed bytes.
enum FreeOTPPlusFile {
    static func read(_ file: JSONObject) throws(ExchangeFault) -> ReadFile {
        ReadFile(.freeOTPPlus, list: try file.elements(of: "tokens", .freeOTPPlus)) { token throws(EntryFault) in
            let issuer = try token.text("issuerExt") ?? "", inner = try token.text("issuerInt") ?? ""
            // The app has no type for Steam's codes, and finds them by the issuer.
            let digits = try token.number("digits"), isSteam = inner == "Steam" && digits == "5"
            return EntryFields(
                issuer: issuer.isEmpty && !isSteam ? inner : issuer, accountName: try token.text("label") ?? "",
                type: isSteam ? "steam" : try token.text("type"),
                key: try key(token), algorithm: try token.text("algo"), digits: digits,
                period: try token.number("period"), counter: try token.number("counter"))
        }
    }

    private static func key(_ token: JSONFields) throws(EntryFault) -> EntryFields.Key? {
        guard case .array(let elements)? = token.object["secret"] else {
            return try token.text("secret").map(EntryFields.Key.text)
        }
        var bytes: [UInt8] = []
        for element in elements {
            guard let byte = element.number?.integer(as: Int16.self), (-128...255).contains(byte) else {
                throw .refused("secret", why: "it is no list of bytes")
            }
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
        return .bytes(bytes)
    }

    static func write(_ entries: [OTPBody]) -> [UInt8] {
        let tokens = entries.map { body -> JSON in
            let key = (Base32.decode(body.secret) ?? []).map { JSON.number(JSONNumber(Int8(bitPattern: $0))) }
            return [
                "algo": .string(body.algorithm.rawValue), "counter": body.counterJSON, "digits": body.digitsJSON,
                "issuerExt": .string(body.issuer),
                "issuerInt": .string(body.type == .steam ? "Steam" : body.issuer),
                "label": .string(body.accountName), "period": body.periodJSON, "secret": .array(key),
                "type": body.type == .hotp ? "HOTP" : "TOTP",
            ]
        }
        let order = entries.map { JSON.string("\($0.issuer):\($0.accountName)") }
        return JSON.object(["tokenOrder": .array(order), "tokens": .array(tokens)]).encoded()
    }
}
