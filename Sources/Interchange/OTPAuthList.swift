public import Contracts

/// A text with one otpauth address on each line. Blank lines and lines that begin with `#` are skipped.
public enum OTPAuthList {
    public struct Line: Sendable, Hashable {
        /// The line's number in the text, from 1.
        public let number: Int
        public let outcome: Result<OTPBody, OTPAuthFault>
    }

    /// Returns one result for each line that is not skipped.
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
