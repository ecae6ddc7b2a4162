import StrictJSON

extension Verbs {
    /// Makes a choice for the one entry named, or for all that wait for one; gives their labels.
    static func choose(
        _ given: VerbArguments, _ device: Device, _ choice: (LocalEntry) async throws(DeviceFault) -> LocalEntry
    ) async throws(DeviceFault) -> [JSON] {
        let waiting =
            try given.flag("all")
            ? try await device.undecided() : [try await device.findUndecided(try given.text("entry"))]
        var chosen: [JSON] = []
        for entry in waiting { chosen.append(.object(label(try await choice(entry)))) }
        return chosen
    }
}
