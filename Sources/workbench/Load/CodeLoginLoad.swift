import ArgumentParser
import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives

/// Logs in by one-time codes in a loop: a request, the message with the code, and its verification, which opens a session.
struct CodeLoginLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code-login", abstract: "Register accounts, and log in by one-time codes in a loop.",
        discussion: """
            Auth limits the codes to a number and those for a client address. This needs many accounts, and an auth with \
            otp-resend-seconds=1, a higher sends-per-number, and trusted-proxies naming this host.
            """)

    @OptionGroup var options: LoadOptions
    @Option(help: "The folder of auth's message files. All of them are read and removed.") var spool: String

    func run() async throws {
        let inbox = CodeInbox(spool)
        let reading = Task.inContext { await inbox.readUntilCancelled() }
        defer { reading.cancel() }
        try await options.measure {
            $0
        } repeating: {
            try await logIn($0, inbox)
        }
    }

    private func logIn(_ account: LoadAccount, _ inbox: CodeInbox) async throws {
        let sent = try await account.auth.call(
            OTPRequest.self, .init(phone: account.phone, purpose: .login, requestId: RandomSource.system.id()))
        let answer = try await account.auth.call(
            OTPVerify.self,
            .init(
                challengeId: sent.challengeId, code: await inbox.code(to: account.phone),
                requestId: RandomSource.system.id()))
        guard answer.session.accountId == account.session.accountId, answer.next == nil else {
            throw ExitCode.failure
        }
    }
}
