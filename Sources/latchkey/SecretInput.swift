import DeviceCommands
import Glibc

/// Reads a secret that must not stand in the arguments of a program, because every user of the host can list those.
enum SecretInput {
    /// Reads one line from standard input. At a terminal it asks for the line on standard error, and what is typed is
    /// not shown.
    ///
    /// - Throws: `ArgumentFault` for an input without a line, or with one of over 1000 bytes.
    static func line(prompt: String) throws -> String {
        var terminal = termios()
        let isTerminal = isatty(0) == 1 && tcgetattr(0, &terminal) == 0
        if isTerminal {
            var silent = terminal
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(0, TCSAFLUSH, &silent)
            write(2, Array(prompt.utf8), prompt.utf8.count)
        }
        defer {
            if isTerminal {
                tcsetattr(0, TCSAFLUSH, &terminal)
                write(2, [10], 1)
            }
        }
        guard let line = readLine(), line.utf8.count <= 1_000 else {
            throw ArgumentFault("Give the secret as one line on standard input.")
        }
        return line
    }

    /// Reads a PIN or a passphrase.
    static func pin(prompt: String = "PIN: ") throws -> EnteredPIN { try EnteredPIN(typed: line(prompt: prompt)) }

    /// Reads a new PIN or passphrase; at a terminal twice, because what is typed is not shown.
    static func newPIN() throws -> EnteredPIN {
        let typed = try line(prompt: "New PIN, or passphrase: ")
        let pin = try EnteredPIN(typed: typed)
        guard isatty(0) == 1, try line(prompt: "The same again: ") != typed else { return pin }
        throw ArgumentFault("The two were not the same. Nothing was done: repeat the command.")
    }
}
