extension JSON: Codable {
    /// Takes the value as it is, tokens and order kept.
    /// - Throws: `DecodingError` from any decoder but `WireDecoder`, which alone has the tokens.
    public init(from decoder: any Decoder) throws { self = try decoder.wireValue }

    /// Writes the value as it is, tokens and order kept.
    /// - Throws: `EncodingError` to any encoder but `WireEncoder`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(wireValue: self) }
}

extension JSONNumber: Codable {
    /// Takes the number with its token.
    /// - Throws: `WireFault` when it is no number, `DecodingError` from any decoder but `WireDecoder`.
    public init(from decoder: any Decoder) throws {
        guard case .number(let number) = try decoder.wireValue else {
            throw WireFault(path: Step.text(of: decoder.codingPath), problem: .wrongType(expected: "a number"))
        }
        self = number
    }

    /// Writes the token.
    /// - Throws: `EncodingError` to any encoder but `WireEncoder`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(wireValue: .number(self)) }
}

extension JSONObject: Codable {
    /// Takes the members as they are.
    /// - Throws: `WireFault` when it is no object, `DecodingError` from any decoder but `WireDecoder`.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try decoder.wireValue else {
            throw WireFault(path: Step.text(of: decoder.codingPath), problem: .wrongType(expected: "an object"))
        }
        self = object
    }

    /// Writes the members as they are.
    /// - Throws: `EncodingError` to any encoder but `WireEncoder`.
    public func encode(to encoder: any Encoder) throws { try encoder.write(wireValue: .object(self)) }
}

extension Decoder {
    fileprivate var wireValue: JSON {
        get throws {
            guard let decoding = self as? Decoding else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: codingPath, debugDescription: "Only WireDecoder keeps JSON exact."))
            }
            return decoding.value
        }
    }
}

extension Encoder {
    fileprivate func write(wireValue: JSON) throws {
        guard let encoding = self as? Encoding else {
            throw EncodingError.invalidValue(
                wireValue, .init(codingPath: codingPath, debugDescription: "Only WireEncoder keeps JSON exact."))
        }
        encoding.write(wireValue)
    }
}
