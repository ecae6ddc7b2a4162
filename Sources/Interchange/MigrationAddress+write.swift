import Contracts
import Primitives

extension MigrationAddress {
    /// The number of entries in one QR code, as in the app.
    private static let entriesOfPart = 10

    /// Writes one address for each ten entries, and one without entries for none.
    static func write(_ entries: [OTPBody], _ random: RandomSource) throws(ExchangeFault) -> [UInt8] {
        let count = max(1, (entries.count + entriesOfPart - 1) / entriesOfPart)
        guard count <= mostParts else {
            throw .doesNotFit(entries[mostParts * entriesOfPart], .google, why: "an export has at most 10000 entries")
        }
        let batch = random.uint64() >> 33
        var text = ""
        for index in 0..<count {
            var message: [UInt8] = []
            for body in entries.dropFirst(index * entriesOfPart).prefix(entriesOfPart) {
                message += Protobuf.field(1, try self.message(of: body))
            }
            message += Protobuf.field(2, 1) + Protobuf.field(3, UInt64(count)) + Protobuf.field(4, UInt64(index))
            message += Protobuf.field(5, batch)
            text += "\(prefix)offline?data=\(PercentEncoding.encode(Base64.encode(message)))\n"
        }
        return Array(text.utf8)
    }

    private static func message(of body: OTPBody) throws(ExchangeFault) -> [UInt8] {
        let algorithm: UInt64 =
            switch body.algorithm {
            case .sha1: 1
            case .sha256: 2
            case .sha512: 3
            }
        let type: UInt64
        switch body.type {
        case .hotp: type = 1
        case .totp: type = 2
        case .steam: throw .doesNotFit(body, .google, why: "Google Authenticator has no Steam codes")
        }
        guard body.digits != 7 else { throw .doesNotFit(body, .google, why: "its codes have 6 or 8 digits") }
        guard (body.period ?? OTPBody.defaultPeriod) == OTPBody.defaultPeriod else {
            throw .doesNotFit(body, .google, why: "its codes change every \(OTPBody.defaultPeriod) s")
        }
        guard let key = Base32.decode(body.secret) else { throw .doesNotFit(body, .google, why: "its key is damaged") }
        // A name that begins as if the issuer were repeated is written with the issuer repeated, which the reader removes.
        let isAmbiguous = !body.issuer.isEmpty && body.accountName.hasPrefix(body.issuer + ":")
        let name = isAmbiguous ? "\(body.issuer):\(body.accountName)" : body.accountName
        var message = Protobuf.field(1, key) + Protobuf.field(2, Array(name.utf8))
        message += Protobuf.field(3, Array(body.issuer.utf8)) + Protobuf.field(4, algorithm)
        message += Protobuf.field(5, body.digits == 8 ? 2 : 1) + Protobuf.field(6, type)
        if let counter = body.counter { message += Protobuf.field(7, UInt64(max(0, counter.value))) }
        return message
    }
}
