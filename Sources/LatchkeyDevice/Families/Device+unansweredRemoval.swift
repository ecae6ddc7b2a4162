import Primitives

/// A child whose removal was sent and not yet answered.
struct UnansweredRemoval: Sendable, Hashable, Codable {
    let child: AccountID
    let name: String?
}

extension Device {
    /// Returns the name of a child whose removal was sent without an answer, and forgets it. The caller has found out that
    /// the person has no such child any more, so the removal took effect; the list of children does not name it.
    ///
    /// - Parameter text: the child's name, in upper or lower case, or its id.
    /// - Returns: nil if no such removal waits for its answer.
    public func takeUnansweredRemoval(ofChild text: String) async throws(DeviceFault) -> String? {
        guard let removal = try await store.profile().unansweredRemoval,
            "\(removal.child)" == text || removal.name?.lowercased() == text.lowercased()
        else { return nil }
        try await store.changeProfile { if $0.unansweredRemoval == removal { $0.unansweredRemoval = nil } }
        return removal.name ?? "\(removal.child)"
    }
}
