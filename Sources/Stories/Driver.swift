public import LatchkeyDevice
public import Primitives
public import StrictJSON

/// What plays a story's steps: devices in this process, or real ones.
///
/// Refusals are objects with a member `fault`, like any other answer; what is thrown ends the story.
public protocol Driver: Sendable {
    /// The clock that `within` is measured by.
    var steady: SteadyClock { get }
    /// The clock that codes are made by.
    var wall: WallClock { get }
    /// Chance, for numbers.
    var random: RandomSource { get }
    /// Makes the devices; called once, before the first step.
    func begin(_ devices: [Story.Phone]) async throws
    /// Does a verb on a device.
    func run(_ verb: Verb, _ arguments: JSONObject, on device: String) async throws -> JSONObject
    /// Calls a method as nobody in particular.
    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject
    /// Does a command of the operator.
    func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject
    /// The code of the newest message to a number that was not asked for before; nil while there is none.
    func code(for phone: String) async throws -> String?
    /// Lets time pass.
    func pause(_ duration: Duration) async throws
    /// Ends a service by SIGKILL and starts it again.
    func kill(_ service: String) async throws
    /// Puts the clock forward; throws where it cannot be.
    func advance(_ duration: Duration) async throws
    /// How many rows each table of the vault's database has for an account.
    func vaultRows(of account: String) async throws -> JSONObject
    /// The current code of an entry with its secret, made by a program that is not ours.
    func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String
}
