import Contracts
import JSONRPC
import StrictJSON

/// One request and its answer for each method, as they are sent.
enum ExamplePages {
    static var all: [Page] {
        var seen: Set<String> = []
        return (Catalogue.auth + Catalogue.vault + Catalogue.both).map { MethodFacts($0) }.filter {
            seen.insert($0.name).inserted
        }
        .map { facts in
            let (params, answer) = facts.example()
            let exchange: JSONObject = [
                "request": ["jsonrpc": "2.0", "id": 1, "method": .string(facts.name), "params": params],
                "answer": ["jsonrpc": "2.0", "result": answer, "id": 1],
            ]
            return Page("examples/\(facts.name).json", JSON.object(exchange).pretty)
        }
    }
}
