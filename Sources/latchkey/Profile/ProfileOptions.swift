import ArgumentParser

/// Which profile a command works on, where the services are, and how it answers.
struct ProfileOptions: ParsableArguments {
    @Option(help: "The profile folder; LATCHKEY_PROFILE or ~/.latchkey when left out.")
    var profile: String?

    @Option(help: "Address of latchkey-auth, kept in the profile; or LATCHKEY_AUTH_URL.")
    var auth: String?

    @Option(help: "Address of latchkey-vault, kept in the profile; or LATCHKEY_VAULT_URL.")
    var vault: String?

    @Option(help: "What this device calls itself in lists of sessions, kept in the profile.")
    var name: String?

    @Flag(help: "Answer in JSON, refusals included.")
    var json = false
}
