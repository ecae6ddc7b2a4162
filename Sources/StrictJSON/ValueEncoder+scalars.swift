extension ValueEncoder {
    func write(_ value: Bool) { output.bytes.appendJSON(value ? "true" : "false") }

    func write(_ value: some FixedWidthInteger) { output.bytes.appendToken(String(value)) }

    func write<T: BinaryFloatingPoint>(_ value: T, _ step: CodingPathStep) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: codingPath + (step.key.map { [$0] } ?? []),
                    debugDescription: "JSON has no infinity and no NaN."))
        }
        output.bytes.appendToken("\(value)")
    }

    /// Writes a JSON value as it is, in place of any container.
    func write(_ value: JSON) {
        beginScalar()
        value.encode(into: &output.bytes)
    }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        beginScalar()
        output.bytes.appendJSON("null")
    }

    func encode(_ value: Bool) throws {
        beginScalar()
        write(value)
    }

    func encode(_ value: String) throws {
        beginScalar()
        output.bytes.appendString(value)
    }

    func encode<T: Encodable & FixedWidthInteger>(_ value: T) throws {
        beginScalar()
        write(value)
    }

    func encode<T: Encodable & BinaryFloatingPoint>(_ value: T) throws {
        beginScalar()
        try write(value, .root)
    }

    func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }
}
