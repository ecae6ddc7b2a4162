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
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap { index, line in
            let line = line.drop(while: \.isWhitespace)
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
