public import StrictJSON

/// Writes the contracts of a service as an OpenRPC 1.3 document.
public enum OpenRPC {
    /// Returns the document of one service.
    ///
    /// Types with a name are defined once, in `components.schemas`. Errors are listed in `components.errors` and stand
    /// in each method as well: client generators do not resolve a `$ref` to an error.
    ///
    /// - Parameter implied: returns the faults that a method can answer with beside those in its `faults`.
    public static func document(
        title: String, version: String, methods: [MethodFacts], implied: (MethodFacts) -> [FaultKind]
    ) -> JSONObject {
        [
            "openrpc": "1.3.2",
            "info": .object(["title": .string(title), "version": .string(version)]),
            "methods": .array(methods.map { .object(method($0, implied: implied($0))) }),
            "components": .object([
                "schemas": .object(schemas(of: methods)),
                "errors": .object(
                    JSONObject(methods.flatMap { $0.faults + implied($0) }.map { ($0.name, .object(error($0))) })),
            ]),
        ]
    }

    /// The types with a title in members of params and in answers, in order of first use. A params type itself is not
    /// among them, because OpenRPC lists its members as the method's params.
    private static func schemas(of methods: [MethodFacts]) -> JSONObject {
        let shapes = methods.flatMap { $0.params.members.map(\.schema) + [$0.answer] }
        return JSONObject(shapes.flatMap(\.titled).map { ($0.title, .object($0.json)) })
    }

    /// Returns the text of the document, as it is served and as it is kept in `proto-json`.
    public static func bytes(
        title: String, version: String, methods: [MethodFacts], implied: (MethodFacts) -> [FaultKind]
    ) -> [UInt8] {
        let document = document(title: title, version: version, methods: methods, implied: implied)
        return Array(JSON.object(document).pretty.utf8)
    }

    private static func method(_ facts: MethodFacts, implied: [FaultKind]) -> JSONObject {
        [
            "name": .string(facts.name),
            "summary": .string(facts.summary),
            "description": .string(facts.explanation),
            "paramStructure": "by-name",
            "params": .array(facts.params.members.map { .object(descriptor($0)) }),
            "result": .object(["name": "result", "schema": .object(facts.answer.json)]),
            "errors": .array((facts.faults + implied).map { .object(error($0)) }),
            "examples": .array([.object(example(facts))]),
            "x-faults": .array(facts.faults.map { .string($0.name) }),
            "x-credential": .string(facts.credential.text),
            "x-listeners": .array(facts.listeners.map(\.rawValue).sorted().map { .string($0) }),
            "x-batch": .bool(facts.isAllowedInBatch),
        ]
    }

    private static func descriptor(_ member: Schema.Member) -> JSONObject {
        [
            "name": .string(member.name),
            "summary": .string(member.field.text),
            "required": .bool(member.isRequired),
            "schema": .object(member.json),
        ]
    }

    private static func error(_ kind: FaultKind) -> JSONObject {
        [
            "code": .number(JSONNumber(kind.code)),
            "message": .string(kind.message),
            "data": .object(["fault": .string(kind.name), "remedy": .string(kind.remedy)]),
        ]
    }

    private static func example(_ facts: MethodFacts) -> JSONObject {
        let (params, answer) = facts.example()
        var pairs: [JSON] = []
        if case .object(let object) = params {
            pairs = object.map { .object(["name": .string($0.key), "value": $0.value]) }
        }
        return [
            "name": .string(facts.name),
            "params": .array(pairs),
            "result": .object(["name": "result", "value": answer]),
        ]
    }
}
