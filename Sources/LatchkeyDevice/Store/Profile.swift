import Contracts
public import Domain
public import Primitives

/// The session, the code request in progress and the sync position of this device; one encrypted row of the local
/// store.
public struct Profile: Sendable, Hashable, Codable {
    /// The number the person signs in with, as they typed it.
    public var phone: String?
    /// The account; nil while signed out, and while the session is unproven.
    public var accountId: AccountID?
    /// The account that was last signed in here. It outlives the session, because a device that logs in by a PIN alone
    /// names its account; nil in a profile of an earlier version, and after the account was deleted.
    public var lastAccountId: AccountID?
    public var sessionId: SessionID?
    public var accessToken: AccessToken?
    public var refreshToken: RefreshToken?
    /// The id of the refresh that `refreshToken` was last sent with; nil before the first. A repeated refresh has the same
    /// id, so that auth repeats its answer.
    var refreshRequestID: RequestID?
    /// The challenge whose code the person is asked for.
    public var challenge: ChallengeID?
    /// The purpose of that code.
    public var purpose: CodePurpose?
    /// The new number that the account is to be given, and the challenge of the code that was sent to it.
    var newPhone: String?
    var newPhoneChallenge: ChallengeID?
    /// The secret that an operator's login shows beside the code; nil after the sign-in.
    public var enrolmentSecret: EnrolmentSecret?
    /// The facility group in which a registration was started.
    public var group: GroupID?
    /// The request that was sent and not yet answered.
    var pendingRequest: PendingRequest?
    /// The child whose removal was last sent; nil when it was answered, or certainly had no effect.
    var unansweredRemoval: UnansweredRemoval?
    /// The challenge for a PIN whose proof was sent and not yet answered.
    var pinChallenge: PINChallengeInProgress?
    /// The generation of the account's PIN that auth has named last; nil if it has named none, and in a profile of an earlier
    /// version.
    var knownPINGeneration: KnownPINGeneration?
    /// What the session needs before it is full; nil if it is, and if auth has not said it.
    public var nextStep: NextStep?
    /// The login status; nil while nobody is signed in and no code has been requested.
    public var login: LoginStatus?
    /// The last known approval status; `waitingForApproval` while the session is unproven.
    public var approval: ApprovalStatus = .waitingForApproval
    /// True while the session waits to be admitted by another device of the account.
    public var isUnproven = false
    /// While unproven: the two digits that the person compares on both screens.
    public var digits: String?
    /// The position of the next pull; nil before the first complete one.
    public var cursor: String?
    /// The vault's highest sequence number, as last seen.
    public var head = DecimalInt64(0)
    /// The epoch of `head`; nil in a profile of an earlier version.
    var headEpoch: EpochID?
    /// The epochs of the account's vault, as last listed; nil before the first complete pull of this version.
    var history: EpochHistory?
    /// The complete pull that has begun and not ended.
    var completePull: CompletePull?
    /// True if a complete pull has ended with other items than the vault's digest says; the next sync then compares them
    /// with the manifest. Nil otherwise.
    var differsFromVault: Bool?
    /// The largest number of items of a page, where an earlier page took too long; nil for the vault's own limit.
    var pageLimit: Int?
    /// The deletions by pulls that count towards ``DeletionLimit``; nil for none.
    var countedDeletions: [DeletionCount]?
    /// The time of the first sync that found entries in the local trash, or remembered deletions, whose time is over; nil
    /// if the last one found none.
    var trashDueSince: Instant?
    /// The text that the Logged Out screen shows.
    public var notice: String?
    /// The person's choice for their entries when they last asked to log out or to delete the account.
    ///
    /// It is stored before that request is sent, so that it is still followed if the answer is lost. It is removed with
    /// the profile, by the next sign-in, and by a later call that shows that the request has had no effect; if the request
    /// certainly did nothing, the earlier choice returns. A sign-in to an unproven session moves a choice to delete to
    /// `pendingDelete`.
    public var departureChoice: SecretChoice?
    /// True if that request was to delete the account; nil without one, and in a profile of an earlier version.
    var departureDeletesAccount: Bool?
    /// The time at which that request was sent; nil as above.
    var departureSentAt: Instant?
    /// The account whose person asked to leave and to delete its entries here, where the effect of that request is unknown and
    /// an unproven session began after it. It stays until an account signs in; nil if there is none.
    var pendingDelete: AccountID?
    /// The lock of this device; nil while the account has no PIN, as far as this device has learnt.
    var lock: DeviceLock?
    /// The account that was signed in here before, if it had a PIN. At its return the device is locked.
    var pinAccountId: AccountID?
    /// The number of the newest notice that was shown on this device; nil before the first.
    var lastNotice: Int?
    /// The state of a parent's app; nil for UNAUTHENTICATED.
    var parentSession: ParentSession.State?
    /// True from a registration until its session is full; nil otherwise.
    var isRegistering: Bool?
    /// The child to whom this device belongs, or is about to; nil on every other device.
    public internal(set) var child: ChildProfile?

    /// The names in stored profiles.
    private enum CodingKeys: String, CodingKey {
        case phone, accountId, sessionId, accessToken, refreshToken, challenge, purpose, group
        case enrolmentSecret
        case pendingRequest = "asked"
        case login, approval, isUnproven, digits, cursor, head, notice
        case refreshRequestID = "refreshRequest"
        case headEpoch, history, completePull, differsFromVault, pageLimit, countedDeletions, trashDueSince
        case departureChoice = "leaving"
        case departureDeletesAccount, departureSentAt, lastNotice, pendingDelete
        case lastAccountId, pinChallenge, nextStep, newPhone, newPhoneChallenge, lock, pinAccountId
        case knownPINGeneration, parentSession, isRegistering, child, unansweredRemoval
    }

    /// The profile of a device on which nobody has signed in.
    public init() {}

    /// The screens and actions that the app offers now, by the user states document; nil while there is no login
    /// status.
    public var standing: Standing? { login.flatMap { UserStanding.of($0, approval) } }

    /// True while a forgotten PIN is being replaced: until the new one is requested, and from then on until the person is
    /// approved.
    fileprivate var isReplacingPIN: Bool {
        login == .resettingPIN || login == .resetPINRequested && approval != .approvedForSyncing
    }
}

extension StoreTransaction {
    /// Stores a session and its tokens, and makes the account's kept entries synchronised ones again.
    ///
    /// Another account starts its sync from the beginning, and the deletions of the former one's unfinished pull are
    /// held. If the person who was signed in had asked to log out or to delete the account, and the answer was lost,
    /// their choice is applied to their entries first. Another session ends the code request in progress; new tokens of
    /// the same session do not. An unproven session counts as one of another account, because auth names none before the
    /// admission; but the choice to delete then waits, because the same person may be returning.
    ///
    /// - Parameter next: what auth says that the session needs before it is full; nil for nothing, and for new tokens of
    ///   the same session, whose scope then says it.
    mutating func signIn(_ grant: SessionGrant, next: String? = nil) throws {
        let isOtherAccount = profile.accountId != grant.accountId
        if isOtherAccount {
            if let accountTag { try holdUnfinishedDeletions(of: accountTag) }
            try settleDeparture(before: grant.accountId)
            profile.forgetSyncPosition()
        }
        let isSameSession = profile.sessionId == grant.sessionId
        if !isSameSession {
            profile.pendingRequest = nil
            profile.unansweredRemoval = nil
            profile.pinChallenge = nil
            profile.nextStep = nil
            profile.challenge = nil
            profile.purpose = nil
            profile.newPhone = nil
            profile.newPhoneChallenge = nil
            profile.enrolmentSecret = nil
            profile.notice = nil
            profile.departure = nil
        }
        profile.accountId = grant.accountId
        profile.lastAccountId = grant.accountId ?? profile.lastAccountId
        profile.sessionId = grant.sessionId
        profile.accessToken = grant.accessToken
        profile.refreshToken = grant.refreshToken
        profile.refreshRequestID = nil
        profile.approval = grant.approval ?? .waitingForApproval
        profile.login = isSameSession && profile.isReplacingPIN ? profile.login : .loggedIn
        profile.isUnproven = grant.scope.contains(Open(.unproven))
        profile.digits = grant.digits
        profile.nextStep = grant.nextStep(named: next, after: profile.nextStep)
        try lockReturningAccount()
        profile.enterIfFull()
        if let accountTag { try run(EntryTable.returnBases(of: accountTag, current: isOtherAccount)) }
    }
}

extension StoreTransaction {
    /// Keeps the lock of the account that is signed in now, locks the device for an account that had a PIN here before, and
    /// ends the lock of another account. An unproven session changes nothing, because its account is not known.
    ///
    /// If another account signs in on an unlocked device, the entries of the former one are put under the platform key, as a
    /// logout that keeps them does. Auth may have lost that account in a restore, and its share with it. On a locked device
    /// they stay closed until the account returns.
    private mutating func lockReturningAccount() throws {
        guard let account = profile.accountId, profile.lock?.account != account else { return }
        let isReturning = profile.pinAccountId == account, former = profile.lock
        let opensFormer = !profile.isLocked(at: now) && opensSynchronisedRows
        if let former { profile.pinAccountId = former.account }
        profile.lock = isReturning ? DeviceLock(account: account, lastUse: now, isLocked: true) : nil
        guard let former, opensFormer else { return }
        for entry in try entries(EntryTable.selectSealed(of: tag(of: former.account))) { try put(entry) }
    }
}

extension SessionGrant {
    /// What the session needs before it is full; nil if it is. Where auth names no step, the scope tells a second factor;
    /// one that waits for an admission or a PIN keeps the former step, which says how.
    fileprivate func nextStep(named name: String?, after former: NextStep?) -> NextStep? {
        guard scope.contains(where: { [Open(.unproven), Open(.pinRequired), Open(.preTFA)].contains($0) }) else {
            return nil
        }
        return name.flatMap(NextStep.init) ?? (scope.contains(Open(.preTFA)) ? .secondFactor : former)
    }
}

extension Profile {
    fileprivate mutating func forgetSyncPosition() {
        lastNotice = nil
        cursor = nil
        head = DecimalInt64(0)
        headEpoch = nil
        history = nil
        completePull = nil
        differsFromVault = nil
        countedDeletions = nil
        trashDueSince = nil
    }
}
