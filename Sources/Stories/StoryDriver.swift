public import DeviceCommands
public import Primitives
public import StrictJSON

/// Carries out the steps of a story, with devices in this process or with real programs.
///
/// A refusal is returned like any other answer, as an object with the member `fault`. A thrown error ends the story.
public protocol StoryDriver: Sendable {
    /// The clock that measures a step's `within`.
    var steady: SteadyClock { get }
    /// The clock by which devices compute authenticator codes.
    var wall: WallClock { get }
    /// Chooses the digits of phone numbers.
    var random: RandomSource { get }
    /// Makes the devices; called once, before the first step.
    func begin(_ devices: [Story.Device]) async throws
    /// Carries out a command on a device and returns its output, or its fault.
    ///
    /// - Parameter method: the method of auth of whose calls one is carried out and its answer lost; nil for none. The
    ///   loss of an answer that refuses a request proof does not count, because auth has then carried out nothing.
    func run(_ command: any DeviceCommand, on device: String, losing method: String?) async throws -> JSONObject
    /// Calls a method without a device.
    func call(_ method: String, _ params: JSON?, service: String?, token: JSON?) async throws -> JSONObject
    /// Carries out a command of the operator: `approve`, `disapprove` or `explain`.
    func operate(_ command: String, _ arguments: JSONObject) async throws -> JSONObject
    func administer(_ command: AdministratorCommand, _ arguments: JSONObject) async throws -> JSONObject
    /// Copies the keys and the store of a device; a later copy replaces it.
    func copyProfile(of device: String) async throws
    /// Replaces the profile of a device by the copy that was made of another's, or of its own.
    func putProfile(of source: String, on device: String) async throws
    /// The code of the newest message to a number; nil while no message came since the last call.
    func code(for phone: String) async throws -> String?
    func pause(_ duration: Duration) async throws
    /// Ends a service by SIGKILL and starts it again.
    func kill(_ service: String) async throws
    /// Copies a service's database; a later copy replaces it.
    func backUp(_ service: String) async throws
    /// Puts the copy in the place of a service's database, and begins a new generation.
    func restore(_ service: String) async throws
    /// Moves the clock forward; throws where the clock is real.
    func advance(_ duration: Duration) async throws
    /// The number of rows that each table of the vault's database has for an account.
    func vaultRows(of account: String) async throws -> JSONObject
    /// The code that another program computes for a listed entry with its shared key.
    func independentCode(of entry: JSONObject, at moment: Instant) async throws -> String
}

extension StoryDriver {
    func run(_ command: any DeviceCommand, on device: String) async throws -> JSONObject {
        try await run(command, on: device, losing: nil)
    }
}
