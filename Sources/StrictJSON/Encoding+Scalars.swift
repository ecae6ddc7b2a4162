extension Encoding {
    func write(_ value: Bool) { sink.bytes.appendJSON(value ? "true" : "false") }

    func write(_ value: some FixedWidthInteger) { sink.bytes.appendToken(String(value)) }

    func write<T: BinaryFloatingPoint>(_ value: T, _ step: Step) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: codingPath + (step.key.map { [$0] } ?? []),
                    debugDescription: "JSON has no infinity and no NaN."))
        }
        sink.bytes.appendToken("\(value)")
    }

    /// Writes a JSON value as it is, in place of any container.
    func write(_ value: JSON) {
        beginScalar()
        value.encode(into: &sink.bytes)
    }
}

extension Encoding: SingleValueEncodingContainer {
    func encodeNil() throws {
        beginScalar()
        sink.bytes.appendJSON("null")
    }

    func encode(_ value: Bool) throws {
        beginScalar()
        write(value)
    }

    func encode(_ value: String) throws {
        beginScalar()
        sink.bytes.appendString(value)
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
