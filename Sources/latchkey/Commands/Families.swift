import ArgumentParser
import DeviceCommands

/// The commands of a parent.
struct ParentSubcommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parent", abstract: "Add your children, invite their devices, and decide about their access.",
        subcommands: [
            AddChildSubcommand.self, ShowChildren.self, Invite.self, Withdraw.self, UnlockChildSubcommand.self,
            Reset.self, Revoke.self, RemoveChildSubcommand.self, EndSession.self, InviteParentSubcommand.self,
            Accept.self, AdmitParentSubcommand.self,
        ])

    struct AddChildSubcommand: DeviceSubcommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a child.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The child's name.") var child: String

        func command() -> any DeviceCommand { AddChild(name: child) }
    }

    struct ShowChildren: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show your children with the state of their access.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { ListChildren() }
    }

    struct Invite: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an invite for a child's device, valid for ten minutes.",
            discussion: """
                The device that accepts it takes the place of the child's present one, and gets the child's entries. You \
                confirm it, unless the child has never had a device.
                """)
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: OwnSecretOptions
        @Argument(help: "The child's name or id.") var child: String
        @Flag(help: "Show a link and its QR code in place of a code to be typed.") var link = false

        func command() throws -> any DeviceCommand {
            InviteChild(child: child, link: link ? true : nil, confirmation: try confirmation.typed())
        }
    }

    struct Withdraw: DeviceSubcommand {
        static let configuration = CommandConfiguration(abstract: "Withdraw the open invites of a child.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The child's name or id.") var child: String

        func command() -> any DeviceCommand { WithdrawInvite(child: child) }
    }

    struct UnlockChildSubcommand: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "unlock", abstract: "Let a child try its PIN again after three wrong ones.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The child's name or id.") var child: String

        func command() -> any DeviceCommand { UnlockChild(child: child) }
    }

    struct Reset: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a child a new invite that is locked out or has forgotten its PIN.",
            discussion: "The present PIN ends with it. The child's entries stay on the server. You confirm it.")
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: OwnSecretOptions
        @Argument(help: "The child's name or id.") var child: String
        @Flag(help: "Show a link and its QR code in place of a code to be typed.") var link = false

        func command() throws -> any DeviceCommand {
            ResetChildAccess(child: child, link: link ? true : nil, confirmation: try confirmation.typed())
        }
    }

    struct Revoke: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Withdraw a child's access: its device, its PIN and its session end at once.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The child's name or id.") var child: String

        func command() -> any DeviceCommand { RevokeChild(child: child) }
    }

    struct RemoveChildSubcommand: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Leave a child to its other parents; without any, delete it.",
            discussion: """
                A deletion is confirmed as that of your own account, and cannot be undone. 'latchkey delete-account' without \
                a code sends the code by message.
                """)
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @Argument(help: "The child's name or id.") var child: String

        func command() throws -> any DeviceCommand {
            RemoveChild(
                child: child, recoveryCode: try confirmation.typedRecoveryCode(),
                code: try confirmation.oneTimeCode(), pin: try confirmation.typedPIN())
        }
    }

    struct EndSession: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "End a child's session; the child enters the PIN again.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The child's name or id.") var child: String

        func command() -> any DeviceCommand { EndChildSession(child: child) }
    }

    struct InviteParentSubcommand: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "invite-parent", abstract: "Make an invite for another parent of a child. You confirm it.")
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: OwnSecretOptions
        @Argument(help: "The child's name or id.") var child: String
        @Flag(help: "Show a link and its QR code in place of a code to be typed.") var link = false

        func command() throws -> any DeviceCommand {
            InviteParent(child: child, link: link ? true : nil, confirmation: try confirmation.typed())
        }
    }

    struct Accept: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Become a parent of a child by the invite of another parent.")
        @OptionGroup var options: ProfileOptions
        @Argument(
            help: "The code or the link; - reads it from the terminal, without showing it, or from standard input.")
        var code: String

        func command() throws -> any DeviceCommand { AcceptChild(code: try InviteInput.text(code)) }
    }
}

extension ParentSubcommand {
    struct AdmitParentSubcommand: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "admit",
            abstract: "Ask for the admission of the new device of another parent, who has lost every other one.",
            discussion: """
                The other parent logs in on the new device and reads its two digits out to you. The device is admitted after 72 \
                hours, unless an earlier one is used before. 'latchkey parent list' shows until when.
                """)
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The name or id of a child that you share.") var child: String
        @Argument(help: "The two digits that the other parent's device shows.") var digits: String

        func command() -> any DeviceCommand { AdmitParent(child: child, digits: digits) }
    }
}

/// The commands of a child's device.
struct ChildSubcommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "child", abstract: "Make this the device of a child, and log the child in.",
        subcommands: [Join.self, ChildLogin.self, ForgotPIN.self, ShowState.self])

    struct Join: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Join a family by an invite, and make the PIN of this device: 4 to 12 digits, or a passphrase.",
            discussion: "The PIN is read from the terminal, without showing it, or from standard input after the code.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The code or the link; - reads it from the terminal or from standard input.") var code: String
        @Flag(help: "Leave the PIN for later: latchkey child login.") var bindOnly = false

        func command() throws -> any DeviceCommand {
            JoinFamily(code: try InviteInput.text(code), pin: bindOnly ? nil : try SecretInput.newPIN())
        }
    }

    struct ChildLogin: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "login", abstract: "Log in by the PIN of this device, and synchronise.",
            discussion: """
                The PIN is read from the terminal, without showing it, or from standard input. A bound device without a PIN \
                makes it. The session ends with the command, because each command is a start of the app: 'latchkey sync' and \
                'latchkey list' ask for the PIN themselves.
                """)
        @OptionGroup var options: ProfileOptions

        func command() throws -> any DeviceCommand { LogInChild(pin: try SecretInput.pin()) }
    }

    struct ForgotPIN: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "forgot", abstract: "Say that you have forgotten the PIN: a parent gives you a new invite.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { ForgetChildPIN() }
    }

    struct ShowState: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "state", abstract: "Show the state of the access of this device.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { ShowChildState() }
    }
}

/// An invite code as an argument, or as a line of standard input.
enum InviteInput {
    static func text(_ argument: String) throws -> String {
        argument == "-" ? try SecretInput.line(prompt: "Invite code: ") : argument
    }
}
