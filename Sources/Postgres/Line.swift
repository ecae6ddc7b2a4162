#if Postgres
/// Callers in a line: the first to come is the first to be served.
struct Line<Element> {
    private var all: [Element?] = []
    private var head = 0

    /// How many wait.
    var count: Int { all.count - head }

    /// Whether nobody waits.
    var isEmpty: Bool { head == all.count }

    /// Who is next.
    var first: Element? { isEmpty ? nil : all[head] }

    /// Lets one stand at the end.
    mutating func append(_ element: Element) { all.append(element) }

    /// Lets one that was served already and has to come again stand at the front.
    mutating func prepend(_ element: Element) {
        if head == 0 {
            all.insert(element, at: 0)
        } else {
            head -= 1
            all[head] = element
        }
    }

    /// Takes so many off the front, or as many as there are.
    mutating func take(_ count: Int) -> [Element] {
        let taken = all[head..<head + min(count, self.count)].compactMap(\.self)
        for place in head..<head + taken.count { all[place] = nil }
        head += taken.count
        if head >= 1_024 || isEmpty {
            all.removeFirst(head)
            head = 0
        }
        return taken
    }
}
#endif
