import Primitives
import StrictJSON

/// A decoder that has nothing to decode: it hands out samples and writes down what it was asked for.
///
/// A described type's own `init(from:)` thereby tells its members, their order, their types and which are optional.
final class Probe: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [.wire: true]
    fileprivate(set) var found: Schema?
    fileprivate let describe: ((any CodingKey) -> Field)?

    init(describe: ((any CodingKey) -> Field)? = nil) { self.describe = describe }

    /// Makes a sample of a type, noting its shape.
    func sample<T: Decodable>(of type: T.Type) throws -> T {
        if let leaf = type as? any WireLeaf.Type { return try sample(ofLeaf: leaf) }
        if let described = type as? any Described.Type {
            let probe = Probe(describe: Self.describer(described))
            let value = try T(from: probe)
            found = probe.found ?? .object([])
            return value
        }
        let probe = Probe()
        let value = try T(from: probe)
        found = probe.found
        return value
    }

    private func sample<T>(ofLeaf leaf: any WireLeaf.Type) throws -> T {
        found = .leaf(leaf.schema)
        guard let value = leaf.sample as? T else { throw Unfit(type: "\(leaf)") }
        return value
    }

    private static func describer<T: Described>(_ type: T.Type) -> (any CodingKey) -> Field {
        { key in
            guard let key = key as? T.CodingKeys else { preconditionFailure("\(type) reads a foreign key") }
            return T.describe(key)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if found == nil { found = .object([]) }
        return KeyedDecodingContainer(KeyedProbe<Key>(probe: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ItemProbe(probe: self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unfit(type: "a single value") }

    fileprivate func note(_ name: String, key: any CodingKey, isRequired: Bool, schema: Schema) {
        guard let describe else { preconditionFailure("\(name) belongs to a type that is not Described") }
        let member = Schema.Member(name: name, isRequired: isRequired, field: describe(key), schema: schema)
        found = .object((found?.members ?? []) + [member])
    }

    /// A type the probe cannot make a sample of.
    struct Unfit: Error { let type: String }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: Probe
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try sample(type, key, isRequired: true) }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try sample(type, key, isRequired: false)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try sample(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try sample(type, key, isRequired: false)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try sample(type, key, isRequired: false) }

    private func sample<T: Decodable>(_ type: T.Type, _ key: Key, isRequired: Bool) throws -> T {
        let inner = Probe()
        let value = try inner.sample(of: type)
        guard let shape = inner.found else { throw Probe.Unfit(type: "\(type)") }
        probe.note(key.stringValue, key: key, isRequired: isRequired, schema: shape)
        return value
    }

    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        throw Probe.Unfit(type: "a nested container")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw Probe.Unfit(type: "a nested container")
    }
    func superDecoder() throws -> any Decoder { throw Probe.Unfit(type: "a super decoder") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Probe.Unfit(type: "a super decoder") }
}

private struct ItemProbe: UnkeyedDecodingContainer {
    let probe: Probe
    var codingPath: [any CodingKey] { [] }
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(probe: Probe) { self.probe = probe }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        let inner = Probe()
        let value = try inner.sample(of: type)
        guard let shape = inner.found else { throw Probe.Unfit(type: "\(type)") }
        probe.found = .array(shape)
        return value
    }

    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
        throw Probe.Unfit(type: "a nested container")
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Probe.Unfit(type: "a nested container")
    }
    mutating func superDecoder() throws -> any Decoder { throw Probe.Unfit(type: "a super decoder") }
}
