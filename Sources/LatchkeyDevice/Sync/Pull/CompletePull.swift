import Contracts
import JSONRPC
import Primitives
import StrictJSON

/// A pull of all items that has begun and not ended. It is stored with each page, so that an interrupted one continues
/// at its next page.
struct CompletePull: Sendable, Hashable, Codable {
    /// Marks the rows that the pull has shown.
    let id: PullID
    let cause: Cause
    /// The position of the next page; nil before the first one.
    var cursor: String?
    /// The ended epochs that refused cursors named, for a vault that does not list them in its first page.
    let endedEpochs: [FormerEpoch]
    /// True if the vault said that it may have lost versions; nil in a pull that an earlier version began.
    private let mayHaveLost: Bool?

    /// The reason for a complete pull. It decides what absence from it means. Raw values are those of stored profiles.
    enum Cause: String, Sendable, Hashable, Codable {
        /// The account has no cursor on this device.
        case first
        /// The vault has begun a new epoch.
        case epochChanged
        /// The vault may have erased tombstones that this device has not read.
        case cursorExpired
        /// A pull may have ignored a change of an item, because the outcome of an operation on it was unknown.
        case changeIgnored
        /// The vault's manifest differs from what this device has. It does not say why, so absence proves no deletion.
        case manifestDiffers
        /// The cursor was refused for another reason, so absence proves no deletion.
        case unexplained

        fileprivate var mayHaveLost: Bool {
            switch self {
            case .epochChanged, .unexplained: true
            case .first, .cursorExpired, .changeIgnored, .manifestDiffers: false
            }
        }

        /// True if an item that the pull does not show was deleted.
        var explainsAbsence: Bool {
            switch self {
            case .first, .epochChanged, .cursorExpired, .changeIgnored: true
            case .manifestDiffers, .unexplained: false
            }
        }
    }

    init(id: PullID, cause: Cause = .first) {
        self.init(id: id, cause: cause, endedEpochs: [], mayHaveLost: false)
    }

    private init(id: PullID, cause: Cause, endedEpochs: [FormerEpoch], mayHaveLost: Bool) {
        self.id = id
        self.cause = cause
        self.endedEpochs = endedEpochs
        self.mayHaveLost = mayHaveLost
    }

    /// True until the first page says which versions the server has lost, if it said that it may have lost some.
    var mayShowLostVersions: Bool { cursor == nil && mayHaveLost ?? cause.mayHaveLost }

    /// The causes that make absence a deletion, by the reasons of the vault that state them. Any other reason explains
    /// nothing.
    private static let causes: [String: Cause] = [
        "epochChanged": .epochChanged, "cursorExpired": .cursorExpired,
    ]

    /// The pull that begins because the vault refused a cursor.
    ///
    /// - Parameter interrupted: the complete pull whose cursor was refused. The new pull has
    ///   the cause ``Cause/first`` if that pull had it, and ``Cause/unexplained`` if that pull had it or began because the
    ///   manifest differed.
    init(id: PullID, after fault: RemoteFault, interrupting interrupted: CompletePull?) {
        var ended = interrupted?.endedEpochs ?? []
        if let parent = fault.data["parent"]?.string.flatMap({ EpochID($0) }),
            let base = fault.data["epochBase"]?.string.flatMap({ Int64($0) })
        {
            ended.append(FormerEpoch(epoch: parent, end: DecimalInt64(base)))
        }
        let reason = fault.data["reason"]?.string.flatMap { Self.causes[$0] } ?? .unexplained
        let cause: Cause =
            switch interrupted?.cause {
            case .first: .first
            case .unexplained, .manifestDiffers: .unexplained
            case .epochChanged, .cursorExpired, .changeIgnored, nil: reason
            }
        self.init(id: id, cause: cause, endedEpochs: ended, mayHaveLost: reason.mayHaveLost)
    }
}

/// Identifies one complete pull of this device.
struct PullID: Identifier {
    let bits: UInt128
    init(bits: UInt128) { self.bits = bits }
}
