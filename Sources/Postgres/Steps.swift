#if Postgres
/// What a link has sent and not had answered, first in, first out.
struct Steps {
    private var all: [Link.Step] = []
    private var head = 0

    /// How many syncs are among them.
    private(set) var syncs = 0

    /// Whether everything has been answered.
    var isEmpty: Bool { head == all.count }

    /// The oldest.
    var first: Link.Step? { isEmpty ? nil : all[head] }

    /// Adds one that was just sent.
    mutating func append(_ step: Link.Step) {
        all.append(step)
        if case .sync = step { syncs += 1 }
    }

    /// Takes the oldest away.
    mutating func removeFirst() {
        if case .sync? = first { syncs -= 1 }
        head += 1
        guard isEmpty else { return }
        all.removeAll(keepingCapacity: true)
        head = 0
    }
}
#endif
