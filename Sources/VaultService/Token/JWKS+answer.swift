public import Contracts
import StrictJSON
public import Tokens

extension JWKS {
    /// Reads the keys of an answer of `keys.current`, by the rules for a published key set.
    ///
    /// - Throws: `TokenFault` if a key is invalid; none of the keys is then used.
    public init(_ answer: KeysCurrent.Answer) throws { try self.init(WireEncoder().encode(answer)) }
}
