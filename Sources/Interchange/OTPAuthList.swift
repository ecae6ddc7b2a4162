public import Contracts

/// A file with one otpauth address a line; blank lines and lines that begin with # are passed over.
public enum OTPAuthList {
    /// What became of one line: never silence.
    public struct Line: Sendable, Hashable {
        /// Its number in the file, from 1.
        public let number: Int
        /// The entry, or why it is none.
        public let outcome: Result<OTPBody, OTPAuthFault>
    }

    /// Reads every line of a file.
    public static func parse(_ text: String) -> [Line] {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        return lines.enumerated().compactMap { index, line in
            let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            let end = line.lastIndex { !$0.isWhitespace }.map { line.index(after: $0) } ?? line.endIndex
            do throws(OTPAuthFault) {
                return Line(number: index + 1, outcome: .success(try OTPAuthURI.parse(String(line[..<end]))))
            } catch {
                return Line(number: index + 1, outcome: .failure(error))
            }
        }
    }
}
