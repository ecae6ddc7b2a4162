public import Contracts
import Domain
import Primitives

extension KeyView {
    /// Describes the key to the administrator in one line.
    ///
    /// - Parameter row: what the key is needed by, in the singular, such as "data key".
    public func line(countingRowsAs row: String) -> String {
        let names = missingAt.joined(separator: ", ")
        let missing =
            missingAt.isEmpty
            ? ""
            : state == Open(.published)
                ? ", not read by \(names)" : ", its file is missing or wrong at \(names): restore it"
        let count = self.rows.map { ", needed by \($0) \(row)\($0 == 1 ? "" : "s")" } ?? ""
        return "\(key) is \(state.value?.word(of: key.kind) ?? state.rawValue) since \(sinceMs)\(count)\(missing)"
    }
}
