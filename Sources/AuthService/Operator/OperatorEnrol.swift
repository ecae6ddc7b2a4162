import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Makes a person an operator, or gives an operator a new enrolment secret, of which only a keyed hash is stored.
    func operatorEnrol(_ call: Call<OperatorEnrol, Void>) async throws -> OperatorEnrol.Answer {
        let params = call.params
        guard let phone = E164(parsing: params.phone) else { throw Fault(.invalidParams, field: "phone") }
        let index = phones.index(phone), (secret, enrolment) = makeEnrolment(for: index)
        switch try await store.enrolOperator(
            random.id(), phoneIndex: index, phoneSealed: phones.seal(phone, index), groups: params.groups ?? [],
            with: enrolment, reason: printable(params.reason), at: now)
        {
        case .ready(let account, let groups):
            return OperatorEnrol.Answer(
                accountId: account.id, phone: phone.description, groups: groups, enrolmentSecret: secret,
                expiresAtMs: enrolment.expires)
        case .numberTaken: throw Fault(.numberTaken)
        case .unknown: throw Fault(.userUnknown)
        case .groupUnknown: throw Fault(.groupUnknown)
        }
    }

    /// Makes an enrolment secret of the operator with a number, and its keyed hash.
    func makeEnrolment(for phone: PhoneIndex) -> (secret: EnrolmentSecret, enrolment: OperatorEnrolment) {
        let secret = EnrolmentSecret(random), keys = keys.hash
        let enrolment = OperatorEnrolment(
            secretHash: hash(secret, of: phone.bytes, keys.activeKey), hashKey: keys.active, indexKey: phone.key,
            expires: now + settings.operatorEnrolmentLifetime)
        return (secret, enrolment)
    }

    /// Counts an attempt at the enrolment secret of a number's operator, and returns the hashes to compare. Nil if no
    /// secret was shown or none may be compared: the login then admits no operator's device.
    ///
    /// It is called after the code was right, so that a guess at the code learns nothing about the secret.
    func countedEnrolment(_ secret: EnrolmentSecret?, phone: PhoneIndex) async throws -> [[UInt8]]? {
        guard let secret, let number = try await store.countEnrolmentAttempt(phone: phone, at: now) else { return nil }
        guard let key = keys.hash.all[number] else { throw Fault(.unavailable) }
        return phone.all.map { hash(secret, of: $0, key) }
    }

    private func hash(_ secret: EnrolmentSecret, of phone: [UInt8], _ key: Key256) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode("latchkey/operator-enrolment/1", phone, Array(secret.reveal.utf8)))
    }
}
