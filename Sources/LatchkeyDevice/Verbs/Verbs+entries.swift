import Contracts
import Interchange
import Primitives
import StrictJSON

extension Verbs {
    static func add(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        label(try await device.add(uri: try given.text("uri")))
    }

    /// Adds the entries of a file's text; an entry that is here already is not added twice, and no line is dropped in
    /// silence.
    static func importing(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        var added: [JSON] = [], known: [JSON] = [], rejected: [JSON] = []
        var here = Set(try await device.list().compactMap(\.body).map(Device.fingerprint))
        for line in OTPAuthList.parse(try given.text("text")) {
            let number = JSON.number(JSONNumber(line.number))
            switch line.outcome {
            case .failure(let fault): rejected.append(.object(["line": number, "reason": .string("\(fault)")]))
            case .success(let body):
                if here.insert(Device.fingerprint(try body.object())).inserted {
                    added.append(.object(label(try await device.add(body))))
                } else {
                    known.append(number)
                }
            }
        }
        return ["added": .array(added), "duplicateLines": .array(known), "rejected": .array(rejected)]
    }

    /// The entries by issuer and account name, with their codes at this moment, `atMs`.
    static func list(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let withSecrets = try given.flag("secrets")
        let entries = try await device.list().sorted { place($0) < place($1) }
        let now = device.clock.now, held = try await device.held()
        return [
            "atMs": .string("\(now.ms)"),
            "entries": .array(entries.map { .object(row($0, at: now, isHeld: held.contains($0.id), withSecrets)) }),
        ]
    }

    static func edit(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let issuer = try given.textIfAny("issuer"), accountName = try given.textIfAny("accountName")
        guard issuer != nil || accountName != nil else { throw .argument("edit needs “issuer” or “accountName”") }
        let entry = try await device.find(try given.text("entry"))
        return label(try await device.edit(entry, issuer: issuer, accountName: accountName))
    }

    static func delete(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        let entry = try await device.find(try given.text("entry"))
        try await device.delete(entry)
        return label(entry)
    }

    /// What a sync did, counted; entries that need the person are named.
    static func answer(_ report: SyncReport) -> JSONObject {
        [
            "received": .number(JSONNumber(report.received)), "removed": .number(JSONNumber(report.removed)),
            "sent": .number(JSONNumber(report.sent)), "copies": .array(report.copies.map { .string("\($0)") }),
            "gone": .array(report.gone.map { .string("\($0)") }),
            "refused": .array(
                report.refused.sorted { $0.key < $1.key }.map {
                    .object(["id": .string("\($0)"), "reason": .string($1)])
                }),
        ]
    }

    private static func place(_ entry: LocalEntry) -> (String, String, SecretID) {
        (entry.text("issuer"), entry.text("accountName"), entry.id)
    }

    static func label(_ entry: LocalEntry) -> JSONObject {
        [
            "id": .string("\(entry.id)"), "issuer": .string(entry.text("issuer")),
            "accountName": .string(entry.text("accountName")),
        ]
    }

    private static func row(
        _ entry: LocalEntry, at now: Instant, isHeld: Bool, _ withSecrets: Bool
    ) -> JSONObject {
        var object = label(entry)
        if let current = CurrentCode(of: entry, at: now) {
            object["code"] = .string(current.code)
            object["validForMs"] = .number(JSONNumber(current.validForMs))
        }
        object["synchronised"] = .bool(entry.isSynchronised && !entry.hasUnsentEdits && !isHeld)
        if isHeld { object["held"] = true }
        if let parked = entry.parked { object["parked"] = .string(parked) }
        if withSecrets {
            for name in ["secret", "algorithm", "digits", "period", "type"] { object[name] = entry.body?[name] }
        }
        return object
    }
}
