import StrictJSON

/// Checks that parsing does not crash on any input, and that an accepted value survives encoding and parsing again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStrictJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let value: JSON
    do throws(JSONSyntaxError) {
        value = try JSON(parsing: bytes)
    } catch {
        precondition((0...count).contains(error.byteOffset), "a refusal points outside the text")
        precondition(!error.reason.isEmpty)
        return 0
    }
    let written = value.encoded()
    // An encoded text may be longer than the parsed one, whose escapes were shorter.
    let limits = JSONLimits(bytes: .max, stringBytes: .max)
    precondition((try? JSON(parsing: written, limits: limits)) == value, "written and read again, it is another value")
    let canonical = value.canonical()
    let reordered = try? JSON(parsing: canonical, limits: limits)
    precondition(reordered == value, "its canonical form is another value")
    precondition(reordered?.canonical() == canonical && reordered?.hashValue == value.hashValue)
    precondition((try? WireDecoder(unknownMembers: .refused).decode(JSON.self, from: value)) == value)
    precondition((try? WireEncoder().bytes(value)) == written, "the Codable bridge writes something else")
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
