public import StrictJSON

/// The content, as last received, of a version that the server has, or had before it was restored.
public enum BaseContent: Sendable, Hashable {
    /// The body, as the server has or had it. Its members mean nothing to the store.
    case body(JSONObject)
    /// This device has erased the content, while it still has to send its deletion.
    ///
    /// - Parameter digest: the keyed digest of the body; nil where an earlier version of this library has erased it.
    case erased(digest: String?)
    /// The version moved the item to the server's trash, where it has to be moved again after a restore.
    case movedToTrash
    /// The version is a tombstone.
    case tombstone
    /// The item is in the server's trash, and the server did not say with which body.
    case unknown

    /// The body; nil for a version of whose content this device has none.
    public var body: JSONObject? {
        guard case .body(let body) = self else { return nil }
        return body
    }

    /// The keyed digest of a body that this device has erased.
    var erasedDigest: String? {
        guard case .erased(let digest) = self else { return nil }
        return digest
    }

    /// True if a deletion of this version, which the server lost, only repeats what the server has lost.
    var isDeletion: Bool {
        switch self {
        case .movedToTrash, .tombstone, .unknown: true
        case .body, .erased: false
        }
    }
}

/// The columns `base_content` and `base` of a row: a name, and an object that is encrypted.
extension BaseContent {
    private enum Name: String {
        case body, erased, movedToTrash, tombstone, unknown
    }

    /// The value of the column `base_content`.
    var storedName: String { name.rawValue }

    /// True if a version whose column `base_content` has this name may be a live item; nil is the name in rows of earlier
    /// versions of this library.
    static func mayBeLive(storedName: String?) -> Bool {
        switch storedName.flatMap(Name.init) {
        case .body, .erased, nil: true
        case .movedToTrash, .tombstone, .unknown: false
        }
    }

    /// The object of the column `base`.
    var storedObject: JSONObject {
        switch self {
        case .body(let body): body
        case .erased(let digest): digest.map { ["digest": .string($0)] } ?? [:]
        case .movedToTrash, .tombstone, .unknown: [:]
        }
    }

    /// Returns nil for an unknown name.
    init?(storedName: String, storedObject object: JSONObject) {
        switch Name(rawValue: storedName) {
        case .body: self = .body(object)
        case .erased: self = .erased(digest: object["digest"]?.string)
        case .movedToTrash: self = .movedToTrash
        case .tombstone: self = .tombstone
        case .unknown: self = .unknown
        case nil: return nil
        }
    }

    /// Reads the column `base` of a row that was stored before the column `base_content` existed. Then certain bodies
    /// marked what is a case of its own now.
    ///
    /// - Parameter isVisible: true if the row has a body of the person. Only a row without one had such a mark, except
    ///   that the empty one also marked the tombstone of an entry that the person brought back.
    init(ofEarlierVersion object: JSONObject, state: BaseState, isVisible: Bool) {
        let digest = object["digest"]?.string
        self =
            switch (object, isVisible, state) {
            case ([:], true, .current): .body(object)
            case ([:], _, _): .tombstone
            case (["trashed": true], false, _): .movedToTrash
            case (["erased": true], false, _): .erased(digest: nil)
            case (_, false, _) where digest != nil && object == ["erased": true, "digest": .string(digest ?? "")]:
                .erased(digest: digest)
            case _: .body(object)
            }
    }

    private var name: Name {
        switch self {
        case .body: .body
        case .erased: .erased
        case .movedToTrash: .movedToTrash
        case .tombstone: .tombstone
        case .unknown: .unknown
        }
    }
}
