import Domain
import Testing

@testable import LatchkeyDevice

/// The comparison of one item with the manifest, over all combinations of its facts.
@Suite struct ManifestDifferenceTests {
    private typealias Listed = ManifestDifference.Listed

    @Test(
        arguments: [
            // What this device has; the result for a live item of rev 4, 5 and 6, a trashed and a deleted one of rev 6, and none.
            (nil, [.missing, .missing, .missing, nil, nil, nil]),
            (.undecided, [nil, nil, nil, nil, nil, nil]),
            (.version(rev: 5), [.otherVersion, nil, .otherVersion, .deleted, .deleted, .absent]),
            (.trash(tombstone: 5), [nil, nil, .otherVersion, nil, nil, nil]),
            (.trash(tombstone: nil), [.otherVersion, .otherVersion, .otherVersion, nil, nil, nil]),
        ] as [(ManifestDifference.Local?, [ManifestDifference?])])
    func `an entry differs only where its version is known and the vault's is another`(
        local: ManifestDifference.Local?, differences: [ManifestDifference?]
    ) {
        let listed: [Listed?] = [
            Listed(rev: 4, state: .live), Listed(rev: 5, state: .live), Listed(rev: 6, state: .live),
            Listed(rev: 6, state: .trashed), Listed(rev: 6, state: .deleted), nil,
        ]
        #expect(listed.map { ManifestDifference(local, $0) } == differences)
    }
}
