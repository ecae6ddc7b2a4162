import Contracts
import JSONRPC
public import LatchkeyDevice
public import Primitives

/// Proves the PIN at auth to unlock this device. Within the offline hours the device is unlocked without the proof if auth
/// cannot be reached, and if auth says that the account has no PIN any more.
public struct UnlockDevice: DeviceCommand {
    public struct Output: Codable, Sendable {
        public let unlocked: Bool
        /// True if auth has verified the PIN; false if auth was not reached, and if the account has no PIN any more.
        public let pinVerified: Bool
        /// True if the account has no PIN any more; absent otherwise.
        public let pinLost: Bool?
        /// The last moment at which the device opens synchronised entries without auth; absent where it may not.
        public let offlineUntilMs: Instant?
    }

    public var pin: EnteredPIN

    public init(pin: EnteredPIN) { self.pin = pin }

    public func run(on device: Device) async throws -> Output {
        do {
            try await device.unlock(pin.secret)
        } catch .call(.unreachable(let error)) {
            guard let end = try? await device.openLockScreenOffline() else {
                throw DeviceFault.call(.unreachable(error))
            }
            return Output(unlocked: true, pinVerified: false, pinLost: nil, offlineUntilMs: end)
        } catch .call(let failure) where failure.fault?.isKind(.pinUnknown) == true {
            guard try await device.hasLostPIN(), let end = try? await device.openLockScreenOffline() else {
                throw DeviceFault.call(failure)
            }
            return Output(unlocked: true, pinVerified: false, pinLost: true, offlineUntilMs: end)
        }
        return Output(
            unlocked: true, pinVerified: true, pinLost: nil, offlineUntilMs: try await device.lockStatus()?.offlineUntil
        )
    }

    public static func text(of output: Output) -> String {
        if output.pinLost == true {
            return "Your account has no PIN any more. The entries open here for now; make a new PIN: latchkey pin set"
        }
        guard output.pinVerified else {
            return "The service cannot be reached, so the PIN was not verified. The entries open here for now."
        }
        return output.offlineUntilMs == nil
            ? "The PIN is right. Without the service the entries of your account do not open: repeat a command with --unlock."
            : "The PIN is right."
    }

    public var commandLine: [String] { ["unlock"] }

    public var standardInput: String { pin.text + "\n" }

    /// The words and the line of standard input by which another command unlocks the device first.
    static func words(_ pin: EnteredPIN?) -> [String] { pin == nil ? [] : ["--unlock"] }

    static func line(_ pin: EnteredPIN?) -> String { pin.map { $0.text + "\n" } ?? "" }
}

/// Locks this device at once.
public struct LockDevice: ArgumentlessCommand {
    public struct Output: Codable, Sendable {
        public let locked: Bool
    }

    public init() {}

    public func run(on device: Device) async throws -> Output {
        try await device.lock()
        return Output(locked: true)
    }

    public static func text(of output: Output) -> String {
        "Locked. Entries can be added. To see them: latchkey unlock"
    }

    public var commandLine: [String] { ["lock"] }
}

/// The state of the lock, as `status` and `standing` show it.
public struct LockOutput: Codable, Sendable {
    public let locked: Bool
    /// The moment after which the device locks unless it is used; absent while it is locked.
    public let unlockedUntilMs: Instant?
    /// The last moment at which the device opens synchronised entries without the service; absent where it may not.
    public let offlineUntilMs: Instant?
    /// The time of this state.
    public let atMs: Instant

    init(_ status: LockStatus, at now: Instant) {
        locked = status.isLocked
        unlockedUntilMs = status.unlockedUntil
        offlineUntilMs = status.offlineUntil
        atMs = now
    }

    /// One line for a person, which says how much time is left.
    var text: String {
        let offline = offlineUntilMs.map { "open without the service for another \(Self.timeLeft(from: atMs, to: $0))" }
        guard locked else {
            let rest = unlockedUntilMs.map { " It locks \(Self.timeLeft(from: atMs, to: $0)) after this use." } ?? ""
            return "Unlocked.\(rest)" + (offline.map { " The entries \($0)." } ?? "")
        }
        return "Locked: latchkey unlock." + (offline.map { " The entries can \($0)." } ?? " This needs the service.")
    }

    private static func timeLeft(from now: Instant, to end: Instant) -> String {
        let minutes = max(0, (end.ms - now.ms) / 60_000)
        return minutes >= 120 ? "\(minutes / 60) h" : "\(minutes) min"
    }
}
