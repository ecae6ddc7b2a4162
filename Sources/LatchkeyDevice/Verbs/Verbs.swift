public import StrictJSON

/// The reference device's verbs: one implementation for the command line and the stories, so that both do the same.
public enum Verbs {
    /// Does what the verb says, and tells what came of it.
    ///
    /// - Parameters:
    ///   - arguments: members named as `Verb.arguments` says; others are refused.
    /// - Returns: an object for a script to read; it holds no secret unless one was asked for.
    public static func run(
        _ verb: Verb, _ arguments: JSONObject = [:], on device: Device
    ) async throws(DeviceFault) -> JSONObject {
        let given = try VerbArguments(arguments, for: verb)
        return switch verb {
        case .register: try await register(given, device)
        case .login: try await login(given, device)
        case .confirm: try await confirm(given, device)
        case .status: answer(try await device.status())
        case .sessions: try await sessions(device)
        case .admit: try await admit(given, device)
        case .refresh: answer(try await device.refresh())
        case .standing: answer(try await device.current())
        case .add: try await add(given, device)
        case .import: try await importing(given, device)
        case .list: try await list(given, device)
        case .edit: try await edit(given, device)
        case .delete: try await delete(given, device)
        case .keepAsNew: ["kept": .array(try await choose(given, device, device.keepAsNew))]
        case .discard: ["discarded": .array(try await choose(given, device, device.discard))]
        case .sync: answer(try await device.sync())
        case .logout: try await logout(given, device)
        case .logoutEverywhere: try await logoutEverywhere(given, device)
        case .requestDeletion: try await requestDeletion(device)
        case .deleteAccount: try await deleteAccount(given, device)
        case .call: try await call(given, device)
        }
    }
}
