import StrictJSON

extension Verbs {
    static func logout(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        try await device.logout(try given.choice())
        return try await farewell(device)
    }

    static func logoutEverywhere(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        try await device.logoutEverywhere(try given.choice())
        return try await farewell(device)
    }

    static func requestDeletion(_ device: Device) async throws(DeviceFault) -> JSONObject {
        awaiting(try await device.requestDeletion())
    }

    static func deleteAccount(_ given: VerbArguments, _ device: Device) async throws(DeviceFault) -> JSONObject {
        try await device.deleteAccount(code: try given.code(), try given.choice())
        return try await farewell(device)
    }

    /// The notice of the Logged Out screen, and how many entries are left.
    private static func farewell(_ device: Device) async throws(DeviceFault) -> JSONObject {
        let notice = try await device.current().notice ?? ""
        return ["notice": .string(notice), "kept": .number(JSONNumber(try await device.list().count))]
    }
}
