import AuthStore
import Cryptography
import Domain
import Primitives

/// Derives invite codes under a key outside the database from the `requestId` of the call that makes them, which is not
/// stored. No readable code is stored, and a lost answer can be given again.
struct InviteCodes: Sendable {
    let key: Key256

    /// The code of an invite; every call with the same values returns the same one.
    func code(of child: AccountID, _ purpose: InvitePurpose, _ kind: InviteKind, request: RequestID) -> InviteCode {
        let text = LengthPrefixed.encode(
            "latchkey/invite/1", child.bytes, Array(purpose.rawValue.utf8), Array(kind.rawValue.utf8), request.bytes)
        return InviteCode(bytes: HMACSHA256.tag(key: key, text), isLong: kind == .link)
    }

    /// The keyed hash under which a code is stored.
    func hash(_ code: InviteCode) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/invite-hash/1", Array(code.reveal.utf8)))
    }

    /// The keyed hash under which a ticket is stored.
    func hash(_ ticket: InviteTicket) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/invite-ticket/1", ticket.bytes))
    }
}

extension NumberedKeys {
    /// The keyed hashes of a code under every key in use, the lowest number first.
    func inviteHashes(_ hash: (InviteCodes) -> [UInt8]) -> [[UInt8]] {
        all.sorted { $0.key < $1.key }.map { hash(InviteCodes(key: $0.value)) }
    }
}
