import Cryptography
import Domain
import StrictJSON

extension PushPlan {
    /// The keyed hash by which equal content is recognised.
    ///
    /// A device encrypts the same content to another body each time. So where the body of an `opaque` item has a tag of its
    /// content, the hash is made of the tag and the version of the account key instead of the body.
    func contentMAC(_ body: [UInt8], kind: String, schema: Int64) -> [UInt8] {
        KeyedHash.content(
            Self.contentTag(of: body, kind: kind) ?? body, kind: kind, schema: schema, of: facts.account,
            key: facts.contentKey)
    }

    /// The text that stands in place of the body; nil if the body has no tag. A body begins with a brace, so no such text
    /// equals one.
    private static func contentTag(of body: [UInt8], kind: String) -> [UInt8]? {
        guard kind == "opaque", let object = (try? JSON(parsing: body))?.object,
            let tag = object["clientTag"]?.string, let version = object["keyVersion"]?.number?.int64
        else { return nil }
        return Array("tag \(version) \(tag)".utf8)
    }
}
