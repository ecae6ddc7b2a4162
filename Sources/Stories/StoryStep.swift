public import DeviceCommands
public import StrictJSON

/// One step of a story: a JSON object with exactly one action, and members that say how it is carried out.
///
/// | action | value | what happens |
/// |---|---|---|
/// | `do` | a `CommandName` | The device `as` carries out the command with the arguments `with`. |
/// | `call` | a method's name | A raw call with the params `with`: by the device `as` with its token and proof, without `as` by no device. The answer has `status` (HTTP), and `result` or `fault`, `code`, `message` and `data`. |
/// | `local` | an expectation | What the store of the device `as` must hold: the output of `list`, with that of `standing` as `profile`. Nothing is sent. |
/// | `codes` | an expectation | The codes of the device `as` are computed again by another program: `agree` counts equal ones, `differ` lists the ids of the others. |
/// | `sms` | a person | Takes the code of the newest message to the person, for which it waits at most 10 s; later steps use the code as `$code`. |
/// | `operator` | `approve`, `disapprove`, `explain` | The operator decides about the person whose number is `with.phone`, or explains their status; `with.reason` is optional. |
/// | `administrator` | `user show`, `user delete`, `user end-sessions` | The administrator's command about the person whose number is `with.phone`; `with.reason` is optional. |
/// | | `group create` | The administrator creates the facility group `with.group`; `with` may name the policies `approval`, `devices`, `verification`, `pin` and `secondFactor`. |
/// | `holds` | an expectation | The rows of the account `with.account`, counted for each table of the vault's database. |
/// | `wait` | `{"ms": n}` | Time passes. |
/// | | `{"codesLast": n}` | Waits for the next 30 s period, unless the current codes last for n ms more. |
/// | | `{"advance": n}` | Moves a stopped clock forward, so such a story is played in-process only. |
/// | `kill` | `auth`, `vault` | The service is ended by SIGKILL and started again; played with real processes only. |
/// | `backup` | `vault` | The administrator copies the service's database. |
/// | `restore` | `vault` | The administrator puts the copy back: what was acknowledged since is lost. |
/// | `copyProfile` | a device | The profile of the device is copied, as a phone's backup does; a later copy replaces it. |
/// | `putProfile` | a device | The copy of that device's profile replaces the profile of the device `as`. |
/// | `note` | a text | Nothing. |
///
/// | member | meaning |
/// |---|---|
/// | `as` | The device; needed by `do`, `local`, `codes` and `putProfile`. |
/// | `with` | Arguments or params. `{"file": name}` stands for the text of a file beside the story. |
/// | `expect` | The expectation of the answer; see `Expectation`. |
/// | `take` | Variables to set from the answer: names with paths such as `entries[0].code`. |
/// | `within` | Milliseconds since the step before, for which the step is repeated until the answer is as expected. |
/// | `patience` | Milliseconds for which a `sendLimit` refusal is waited out. |
/// | `atOnce` | For `do`: the number of times that the command is carried out at the same moment, from 2 to 64. Each answer must be as expected. |
/// | `loses` | For `do`: a method of auth. Auth carries out one call of it, and the answer is lost. |
/// | `service` | `auth` or `vault`, for `call` of a method that both have. |
/// | `token` | For `call`: false for no token, or a text in place of the session's. |
/// | `says` | The step in plain words, for the printed story. |
/// | `shows` | What the answer proves of the source documents: names of `proto-json/shown.json`. |
///
/// A text that is `$name` stands for a variable, in `with`, `token` and all expectations.
public struct StoryStep: Sendable {
    /// The step's number in the story, from 1.
    public let number: Int
    /// The member `as`.
    public let device: String?
    public let action: Action
    /// Variables are not yet replaced.
    public let with: JSONObject
    /// Nil where any answer will do.
    public var expect: JSON?
    public let take: [(name: String, path: String)]
    public let withinMs: Int64?
    public let patienceMs: Int64
    /// The number of times that the command is carried out at the same moment; 1 without the member `atOnce`.
    public let atOnce: Int
    /// The method whose answer is lost.
    public let loses: String?
    public let service: String?
    public let token: JSON?
    public let says: String?
    /// The names of the rows, states, transitions, refused calls and gates that the expected answer proves.
    public let shows: [String]

    public enum Action: Sendable, Hashable {
        case call(String)
        case command(CommandName)
        /// The name of a person.
        case sms(String)
        case wait(Wait)
        /// The name of a service.
        case kill(String)
        /// The name of a service.
        case backup(String)
        /// The name of a service.
        case restore(String)
        case local
        case operate(String)
        case administer(AdministratorCommand)
        /// The letter of the device whose profile is copied.
        case copyProfile(String)
        /// The letter of the device whose copy replaces the profile of the device `as`.
        case putProfile(String)
        case codes
        case holds
        case note
    }

    /// Durations in milliseconds.
    public enum Wait: Sendable, Hashable {
        case ms(Int64)
        case advance(Int64)
        case codesLast(Int64)
    }
}
