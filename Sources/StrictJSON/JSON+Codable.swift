extension JSON: Codable {
    /// Takes over any value as it is: numbers keep their token, objects the order of their members.
    ///
    /// - Throws: `DecodingError` with any decoder but `WireDecoder`, because no other has the tokens.
    public init(from decoder: any Decoder) throws { self = try decoder.wireValue }

    /// Writes numbers as their tokens and members in their order.
    ///
    /// - Throws: `EncodingError` with any encoder but `WireEncoder`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(wireValue: self) }
}

extension JSONNumber: Codable {
    /// - Throws: `WireFault` when the value is not a number, `DecodingError` with any decoder but `WireDecoder`.
    public init(from decoder: any Decoder) throws {
        guard case .number(let number) = try decoder.wireValue else {
            throw WireFault(
                path: CodingPathStep.text(of: decoder.codingPath), problem: .wrongType(expected: "a number"))
        }
        self = number
    }

    /// - Throws: `EncodingError` with any encoder but `WireEncoder`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(wireValue: .number(self)) }
}

extension JSONObject: Codable {
    /// - Throws: `WireFault` when the value is not an object, `DecodingError` with any decoder but `WireDecoder`.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try decoder.wireValue else {
            throw WireFault(
                path: CodingPathStep.text(of: decoder.codingPath), problem: .wrongType(expected: "an object"))
        }
        self = object
    }

    /// - Throws: `EncodingError` with any encoder but `WireEncoder`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(wireValue: .object(self)) }
}

extension Decoder {
    fileprivate var wireValue: JSON {
        get throws {
            guard let decoding = self as? ValueDecoder else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: codingPath, debugDescription: "Only WireDecoder can decode exact JSON."))
            }
            return decoding.value
        }
    }
}

extension Encoder {
    fileprivate func write(wireValue: JSON) throws {
        guard let encoding = self as? ValueEncoder else {
            throw EncodingError.invalidValue(
                wireValue, .init(codingPath: codingPath, debugDescription: "Only WireEncoder can encode exact JSON."))
        }
        encoding.write(wireValue)
    }
}
