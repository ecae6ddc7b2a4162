import StrictJSON

/// Checks that parsing does not crash on any input, and that an accepted value survives encoding and parsing again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStrictJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let value: JSON
    do throws(JSONSyntaxError) {
        value = try JSON(parsing: bytes)
    } catch {
        precondition((0...count).contains(error.byteOffset), "the error's offset is outside the text")
        precondition(!error.reason.isEmpty)
        return 0
    }
    let written = value.encoded()
    // The limits have been applied to the first text; the comparisons must not fail because of them.
    let limits = JSONLimits(bytes: .max, stringBytes: .max)
    precondition(
        (try? JSON(parsing: written, limits: limits)) == value, "the value is another after encoding and parsing")
    let canonical = value.canonical()
    let reordered = try? JSON(parsing: canonical, limits: limits)
    precondition(reordered == value, "the canonical form is parsed to another value")
    precondition(reordered?.canonical() == canonical && reordered?.hashValue == value.hashValue)
    precondition((try? WireDecoder(unknownMembers: .refused).decode(JSON.self, from: value)) == value)
    precondition((try? WireEncoder().bytes(value)) == written, "WireEncoder writes other bytes than encoded()")
    _ = try? WireDecoder(unknownMembers: .refused).decode(Sample.self, from: value)
    return 0
}

/// A type with many kinds of members, decoded from any input.
private struct Sample: Codable {
    enum Kind: String, Codable { case a, b }
    var a: Int?
    var b: String?
    var c: [UInt8]?
    var d: [String: Double]?
    var kind: Kind?
    var free: JSON?
    var more: [Sample]?
}
