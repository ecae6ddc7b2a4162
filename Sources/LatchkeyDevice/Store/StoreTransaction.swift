import Contracts
import Domain
import Primitives
import SQL
import StrictJSON

/// One transaction on the local store. It decrypts the profile and the entries when it reads them, and encrypts them
/// when it writes them.
///
/// A write transaction stores the profile when its closure returns, if the closure has changed it.
struct StoreTransaction {
    private let transaction: any Transaction
    private let cipher: StoreCipher
    /// The time at which the transaction began.
    let now: Instant
    /// The last moment at which the share that this device holds may be used without auth; nil for none.
    private(set) var heldUntil: Instant?
    /// The keys of synchronised rows that this device has now; rows are encrypted under the first. Empty while the share may
    /// not be used: without one, and while the device is locked and its group allows no offline hours.
    var keys: [ShareKey] = []
    /// The share that the transaction has installed, to be held when it is committed.
    var newShare: HeldShare?
    var profile: Profile

    init(_ transaction: any Transaction, _ cipher: StoreCipher) throws {
        self.transaction = transaction
        self.cipher = cipher
        now = cipher.shares.now
        let rows = try transaction.run(Statement("SELECT value FROM profile WHERE name = $1", .text("profile")))
        profile =
            try rows.first.map { row in
                let stored = try cipher.open(try row.bytes(0), context: Self.profileContext)
                return try WireDecoder().decode(Profile.self, from: .object(stored))
            } ?? Profile()
        cipher.tokens.show(in: &profile)
        guard let lock = profile.lock, let held = cipher.shares.usable(), held.account == lock.account,
            held.heldUntil != nil || !profile.isLocked(at: now)
        else { return }
        heldUntil = held.heldUntil
        keys = [ShareKey(held, cipher)]
    }

    /// Writes the profile, without the tokens of a child, which are held in memory only.
    func storeProfile() throws {
        guard case .object(let object) = try WireEncoder().encode(cipher.tokens.hold(of: profile)) else { return }
        try transaction.run(
            Statement(
                "INSERT INTO profile (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                .text("profile"), .bytes(try cipher.seal(object, context: Self.profileContext))))
    }

    /// Returns all entries, oldest first, also those whose deletion the server has not yet confirmed, and those in the
    /// local trash.
    func entries() throws -> [LocalEntry] { try entries(EntryTable.selectAll) }

    /// Returns the entries that a selection of `EntryTable` finds. Rows that are sealed under a share that is not here are
    /// left out.
    func entries(_ selection: Statement) throws -> [LocalEntry] {
        try transaction.run(selection).compactMap { try EntryTable.entry($0, cipher, keys) }
    }

    func entry(_ id: SecretID) throws -> LocalEntry? { try entries(EntryTable.select(id)).first }

    /// Writes an entry whole, replacing the one of the same id.
    ///
    /// - Throws: `DeviceFault.locked` for an entry that belongs under the share, if it is not here.
    func put(_ entry: LocalEntry) throws {
        try transaction.run(EntryTable.upsert(entry, cipher, under: try shareKey(for: entry)))
    }

    func remove(_ entry: LocalEntry) throws { try transaction.run(EntryTable.delete(entry.id)) }

    /// Runs a statement that reads or changes rows without decrypting them, and returns its rows.
    @discardableResult
    func run(_ statement: Statement) throws -> [Row] { try transaction.run(statement) }

    func tag(of account: AccountID) -> OwnerTag { cipher.tag(of: account) }

    func shareKey(from held: HeldShare) -> ShareKey { ShareKey(held, cipher) }

    /// The tag of the account that is signed in; nil while nobody is.
    var accountTag: OwnerTag? { profile.accountId.map(cipher.tag) }

    /// The owner of an entry that is made now: nil while nobody is signed in, and from the request of a code to its
    /// confirmation, because another person than the one who was signed in may be the one who signs in.
    var ownerOfNewEntries: OwnerTag? { profile.login == .otpRequested ? nil : accountTag }

    /// A keyed digest of a body, by which a deleted body is recognised after it was erased.
    func digest(of body: JSONObject) -> String {
        cipher.digest(method: "content", params: JSON.object(body).canonical())
    }

    func isForeign(_ entry: LocalEntry) -> Bool { entry.isForeign(to: accountTag) }

    private static let profileContext = Array("profile".utf8)
}
