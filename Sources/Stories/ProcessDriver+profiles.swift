import Foundation

extension ProcessDriver {
    public func copyProfile(of device: String) async throws {
        try replace(copy(of: device), by: profile(of: device))
    }

    public func putProfile(of source: String, on device: String) async throws {
        guard FileManager.default.fileExists(atPath: copy(of: source)) else {
            throw StoryError("there is no copy of the profile of \(source)")
        }
        try replace(profile(of: device), by: copy(of: source))
    }

    private func copy(of device: String) -> String { "\(folder)/copy-of-\(device)" }

    private func replace(_ target: String, by source: String) throws {
        if FileManager.default.fileExists(atPath: target) { try FileManager.default.removeItem(atPath: target) }
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }
}
