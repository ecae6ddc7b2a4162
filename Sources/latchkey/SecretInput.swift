import DeviceCommands
import Glibc
import Interchange

/// Reads a secret that must not stand in the arguments of a program, because every user of the host can list those.
enum SecretInput {
    /// Reads one line from a file descriptor, standard input unless another is given. At a terminal it asks for the line on
    /// standard error, and what is typed is not shown. Nothing after the line is read.
    ///
    /// - Parameter mostBytes: the most bytes of a line.
    /// - Throws: `ArgumentFault` for an input without a line, or with a longer one.
    static func line(prompt: String, from descriptor: Int32 = 0, mostBytes: Int = 1_000) throws -> String {
        var terminal = termios()
        let isTerminal = isatty(descriptor) == 1 && tcgetattr(descriptor, &terminal) == 0
        if isTerminal {
            var silent = terminal
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(descriptor, TCSAFLUSH, &silent)
            write(2, Array(prompt.utf8), prompt.utf8.count)
        }
        defer {
            if isTerminal {
                tcsetattr(descriptor, TCSAFLUSH, &terminal)
                write(2, [10], 1)
            }
        }
        guard let line = nextLine(descriptor, mostBytes) else {
            let input = descriptor == 0 ? "standard input" : "descriptor \(descriptor)"
            throw ArgumentFault("Give the secret as one line of at most \(mostBytes) bytes on \(input).")
        }
        return line
    }

    /// Reads byte by byte, because the rest of the input belongs to whoever reads next. Nil without a line of at most
    /// `mostBytes` bytes.
    private static func nextLine(_ descriptor: Int32, _ mostBytes: Int) -> String? {
        var line: [UInt8] = [], byte: UInt8 = 0, isEmpty = true
        while line.count <= mostBytes + 1 {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { break }
            isEmpty = false
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isEmpty || line.count > mostBytes ? nil : String(decoding: line, as: UTF8.self)
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

    /// Reads the password of an encrypted file.
    static func filePassword(prompt: String = "Password of the file: ", from descriptor: Int32 = 0) throws
        -> FilePassword
    {
        let typed = try line(prompt: prompt, from: descriptor, mostBytes: FilePassword.mostBytes)
        guard let password = FilePassword(wire: typed) else {
            throw ArgumentFault("The password of a file has at least one character.")
        }
        return password
    }

    /// Reads the password of a file that is to be written; at a terminal twice, because what is typed is not shown.
    static func newFilePassword(from descriptor: Int32) throws -> FilePassword {
        let password = try filePassword(from: descriptor)
        guard isatty(descriptor) == 1 else { return password }
        let again = try line(prompt: "The same again: ", from: descriptor, mostBytes: FilePassword.mostBytes)
        if again == password.reveal { return password }
        throw ArgumentFault("The two were not the same. Nothing was done: repeat the command.")
    }
}
