import Contracts
import JSONRPC

/// The OpenRPC documents of the public and the internal listener of each service, and the table of methods.
enum ContractPages {
    static var all: [Page] {
        [
            document("auth.openrpc.json", "latchkey-auth", Catalogue.auth, at: .public),
            document("auth.internal.openrpc.json", "latchkey-auth", Catalogue.auth, at: .internal),
            document("vault.openrpc.json", "latchkey-vault", Catalogue.vault, at: .public),
            document("vault.internal.openrpc.json", "latchkey-vault", Catalogue.vault, at: .internal),
            Page("methods.md", methods),
        ]
    }

    private static func document(
        _ path: String, _ title: String, _ catalogue: [any Method.Type], at listener: Listener
    ) -> Page {
        let methods = catalogue.map { MethodFacts($0) }.filter { $0.listeners.contains(listener) }
        return Page(
            path,
            bytes: OpenRPC.bytes(
                title: title, version: "0.1.0", methods: methods, implied: { FaultTable.implied(by: $0) }))
    }

    private static var methods: String {
        "# Methods\n\nGenerated from the Swift contracts by `scripts/dev docs`.\n"
            + "Faults of the protocol and of the credential are in `faults.md` and in each method's OpenRPC entry.\n"
            + section("latchkey-auth", Catalogue.auth) + section("latchkey-vault", Catalogue.vault)
            + section("Both programs", Catalogue.both)
    }

    private static func section(_ title: String, _ catalogue: [any Method.Type]) -> String {
        let rows = catalogue.map { method in
            [
                "`\(method.name)`", method.summary, method.credential.text,
                method.listeners.map(words).sorted().joined(separator: ", "),
                method.isAllowedInBatch ? "yes" : "no",
                method.isRead ? "reads" : "changes", method.faults.map(\.name).joined(separator: ", "),
            ]
        }
        let columns = ["method", "what it does", "credential", "served at", "in a batch", "kind", "its own faults"]
        return "\n## \(title)\n\n" + Table.text(columns, rows)
    }

    private static func words(_ listener: Listener) -> String {
        switch listener {
        case .public, .internal: listener.rawValue
        case .administration: "administration socket"
        }
    }
}

/// A Markdown table.
enum Table {
    static func text(_ columns: [String], _ rows: [[String]]) -> String {
        ([columns, Array(repeating: "---", count: columns.count)] + rows)
            .map { "| " + $0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n" }.joined()
    }
}
