extension ValueDecoder {
    func bool(_ value: JSON, _ step: CodingPathStep) throws(WireFault) -> Bool {
        guard case .bool(let bool) = value else { throw fault(.wrongType(expected: "true or false"), at: step) }
        return bool
    }

    func string(_ value: JSON, _ step: CodingPathStep) throws(WireFault) -> String {
        guard case .string(let string) = value else { throw fault(.wrongType(expected: "a string"), at: step) }
        return string
    }

    /// Decodes an integer from a token without fraction and exponent.
    func integer<T: FixedWidthInteger>(_ value: JSON, _ step: CodingPathStep) throws(WireFault) -> T {
        guard case .number(let number) = value, number.token.utf8.allSatisfy({ Byte.isDigit($0) || $0 == Byte.minus })
        else { throw fault(.wrongType(expected: "an integer"), at: step) }
        guard let integer = T(number.token) else {
            throw fault(.invalid("It must lie between \(T.min) and \(T.max)."), at: step)
        }
        return integer
    }

    func real<T: BinaryFloatingPoint>(_ value: JSON, _ step: CodingPathStep) throws(WireFault) -> T {
        guard case .number(let number) = value else { throw fault(.wrongType(expected: "a number"), at: step) }
        guard let double = number.double, T(double).isFinite else {
            throw fault(.invalid("It is too large."), at: step)
        }
        return T(double)
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try bool(value, .root) }
    func decode(_ type: String.Type) throws -> String { try string(value, .root) }
    func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) throws -> T { try integer(value, .root) }
    func decode<T: Decodable & BinaryFloatingPoint>(_ type: T.Type) throws -> T { try real(value, .root) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
}
