import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Opens a challenge for a proof by PIN, in place of the one that the device key has for this purpose.
    /// - Parameters:
    ///   - account: the account that a device without a session names.
    ///   - lapse: the time without use after which a device's admission lapses.
    ///   - idle: the time that a session may go without a refresh.
    public func openPINChallenge(
        _ new: NewPINChallenge, on account: AccountID?, lapse: Duration, idle: Duration, at now: Instant
    ) async throws -> NewPINChallenge.Outcome {
        try await change { [servedGroups] transaction in
            guard
                let id = try account ?? new.session.flatMap({ try SessionTable.account(of: $0, in: transaction) }),
                let person = try AccountTable.lock(id, in: transaction), servedGroups.contains(person),
                person.role != .child
            else { throw Rollback(NewPINChallenge.Outcome.unknown) }
            let caller = try PINCaller(
                session: new.session, thumbprint: new.thumbprint, of: person, lapse: lapse, idle: idle, at: now,
                in: transaction)
            let session: SessionRecord?
            switch caller {
            case .unknown: throw Rollback(NewPINChallenge.Outcome.unknown)
            case .blocked: throw Rollback(NewPINChallenge.Outcome.blocked)
            case .boundDevice: session = nil
            case .session(let found): session = found
            }
            guard caller.mayAsk(for: new.purpose) else { throw Rollback(NewPINChallenge.Outcome.unknown) }
            let pin = try PINTable.read(person.id, in: transaction)
            if new.purpose == .enrol, pin != nil { throw Rollback(NewPINChallenge.Outcome.pinExists) }
            if new.purpose != .enrol, pin == nil { throw Rollback(NewPINChallenge.Outcome.unknown) }
            let last = try PINTable.lastGeneration(of: person.id, in: transaction)
            let opened = try PINChallengeTable.replace(
                with: new, of: person, generation: last, at: now, in: transaction)
            guard let opened else { throw Rollback(NewPINChallenge.Outcome.unknown) }
            return .opened(opened, person, session: session, pin: pin)
        }
    }

    /// True if the account has a PIN.
    public func hasPIN(_ account: AccountID) async throws -> Bool {
        try await database.read { try PINTable.read(account, in: $0) != nil }
    }
}

/// The relation to an account of a device key that uses a PIN.
enum PINCaller {
    /// The key is admitted, and names the account in place of a session.
    case boundDevice(DeviceID)
    /// The key names a live session of its own.
    case session(SessionRecord)
    /// The account is blocked, and the key is admitted or has a session.
    case blocked
    /// The key is not admitted, or the session is unknown, another key's, or has ended.
    case unknown

    /// - Parameter session: the session that the device names; nil if it names the account.
    init(
        session: SessionID?, thumbprint: String, of person: AccountRecord, lapse: Duration, idle: Duration,
        at now: Instant, in transaction: any Transaction
    ) throws {
        guard let session else {
            let devices = try AccountDeviceTable.all(of: person.id, in: transaction)
            guard let own = devices.first(where: { $0.thumbprint == thumbprint }),
                devices.holdsAdmission(of: own, lapse: lapse, at: now)
            else {
                self = .unknown
                return
            }
            self = person.state == .blocked ? .blocked : .boundDevice(own.id)
            return
        }
        guard let found = try SessionTable.read(session, of: person.id, in: transaction), found.thumbprint == thumbprint
        else {
            self = .unknown
            return
        }
        switch SessionRule.evaluate(account: person.facts, session: found.facts(idle: idle), at: now) {
        case .live: self = .session(found)
        case .ended(.blocked): self = .blocked
        case .ended: self = .unknown
        }
    }

    /// True for an admitted device and for a session whose login has passed the admission: their wrong PINs block the
    /// account. Those of new devices do not.
    var isBound: Bool {
        switch self {
        case .boundDevice: true
        case .session(let session): session.level != .unproven
        case .blocked, .unknown: false
        }
    }

    /// The caller's device; nil for one that is not known.
    var device: DeviceID? {
        switch self {
        case .boundDevice(let device): device
        case .session(let session): session.device
        case .blocked, .unknown: nil
        }
    }

    /// True if the caller may request a challenge for a purpose.
    func mayAsk(for purpose: PINPurpose) -> Bool {
        switch self {
        case .boundDevice: purpose == .login || purpose == .unlock
        case .session(let session):
            switch session.level {
            case .unproven: purpose == .login
            case .pinRequired: purpose == .login || purpose == .enrol
            case .preTFA: false
            case .full: purpose != .login
            }
        case .blocked, .unknown: false
        }
    }
}
