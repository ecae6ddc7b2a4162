import DeviceCommands
import Foundation
import LatchkeyDevice
import PairSupport
import Primitives
import Stories
import StrictJSON
import Support

/// A device of a story that is played in this process.
struct StoryDevice: Sendable {
    /// A copy of the files of a store, with the keys that a profile has beside it.
    struct Copy: Sendable {
        fileprivate let folder: URL
        fileprivate let keys: DeviceKeys
    }

    let title: String
    private let file: URL
    private let keys: DeviceKeys
    private let auth: LosingConnection
    private let device: Device

    /// Makes a new device.
    init(_ name: String, title: String, of pair: ServicePair) async throws {
        try await self.init(file: name, title: title, keys: DeviceKeys(pair.random), of: pair)
    }

    /// Makes a device with a copied profile, which stays as it is.
    init(_ copy: Copy, title: String, of pair: ServicePair) async throws {
        let file = "copied-\(pair.random.digits(12))"
        for part in try FileManager.default.contentsOfDirectory(atPath: copy.folder.path) {
            try FileManager.default.copyItem(
                at: copy.folder.appendingPathComponent(part),
                to: URL(fileURLWithPath: "\(pair.folder)/\(file).sqlite\(part.dropFirst(5))"))
        }
        try await self.init(file: file, title: title, keys: copy.keys, of: pair)
    }

    private init(file: String, title: String, keys: DeviceKeys, of pair: ServicePair) async throws {
        self.title = title
        self.file = URL(fileURLWithPath: "\(pair.folder)/\(file).sqlite")
        self.keys = keys
        auth = LosingConnection(pair.authConnection)
        device = try await pair.makeDevice(file, name: title, keys: keys, auth: auth)
    }

    /// Carries a command out as a process of its own does: the app starts with it.
    func run(_ command: any DeviceCommand) async throws -> JSONObject {
        do {
            try await device.appStarted()
            return try await command.outputObject(on: device)
        } catch let fault as any ReportedFault {
            return fault.object
        }
    }

    func losingAnswer(to method: String, _ body: () async throws -> JSONObject) async throws -> JSONObject {
        auth.pendingLoss = method
        let answer = try await body()
        guard auth.pendingLoss == nil else {
            auth.pendingLoss = nil
            throw StoryError("the command made no call of \(method) whose answer could be lost")
        }
        return answer
    }

    /// Copies the store between two commands: the database first and then its log, which holds what a copy of the
    /// database may lack.
    func copy() throws -> Copy {
        let folder = URL(fileURLWithPath: scratchFolder())
        for part in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + part) {
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: file.path + part), to: folder.appendingPathComponent("store" + part))
        }
        return Copy(folder: folder, keys: keys)
    }
}
