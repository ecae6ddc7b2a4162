import Primitives

extension Oracle {
    /// An edit that was not sent stays on its device, unless a newer change of the same member came in its place.
    func checkUnsent(on device: DeviceHost) async {
        guard device.running != nil, let entries = contents[.device(device.number)] else { return }
        for (text, entry) in (unsent[device.number] ?? [:]).sorted(by: { $0.key < $1.key }) {
            if entries.contains(where: { $0.base?.values.contains(text) == true }) {
                unsent[device.number]?[text] = nil
                continue
            }
            if entries.contains(where: { $0.body?.values.contains(text) == true }) { continue }
            let isHeld = isHeldAnywhere(text)
            // The vault may have taken it before its process died.
            if !isHeld, unread.contains("vault") { continue }
            unsent[device.number]?[text] = nil
            if isHeld { continue }
            // The device may have merged the edit and then have erased the entry at a logout, so the vault counts too.
            let rows = contents.values.joined().filter { $0.id == entry }
            let isOvertaken = rows.contains { row in
                row.body?.values.contains { other in
                    edits.writings[other] != nil && isSameMember(text, other)
                        && (!edits.included(in: text).contains(other) || edits.rewritten.contains(other))
                } ?? false
            }
            // The device never stored the vault's answer, so this is an unsent edit, also if a vault applied it before a copy
            // was put back over it.
            if isOvertaken, vaultRestores > 0 { allowLoss([text]) }
            if !isOvertaken, !accepted.contains(text) {
                fail(.unsentEditVanished, "\(text), which \(device.name) had not sent, is not on it any more")
            }
        }
    }

    private func isSameMember(_ a: String, _ b: String) -> Bool { a.first == b.first }

    private func isHeldAnywhere(_ text: String) -> Bool {
        contents.values.contains { entries in
            entries.contains { entry in entry.texts.contains { edits.included(in: $0).contains(text) } }
        }
    }

    /// An acknowledged text is held somewhere, until somebody deletes it who has seen it.
    func checkAcknowledged() {
        var holders: [String: Set<Replica>] = [:]
        for (replica, entries) in contents {
            for entry in entries {
                for text in entry.texts { holders[text, default: []].insert(replica) }
            }
        }
        var covered: [String: Set<Replica>] = [:]
        for (text, replicas) in holders {
            for older in edits.included(in: text) { covered[older, default: []].formUnion(replicas) }
        }
        for (text, last) in acknowledged.sorted(by: { $0.key < $1.key }) {
            if let replicas = covered[text] {
                acknowledged[text] = replicas
            } else if !last.contains(where: isUnread) {
                acknowledged[text] = nil
                released.insert(text)
                let purged = deletionRequests.map { Replica.vault($0) }
                let lost = last.subtracting(destroyed).subtracting(purged)
                if !lost.isEmpty {
                    let replicas = lost.sorted().map { name(of: $0) }.joined(separator: " and ")
                    fail(
                        .acknowledgedVersionLost,
                        "\(text) was acknowledged; it was last held by \(replicas), and is nowhere now")
                }
            }
        }
    }
}
