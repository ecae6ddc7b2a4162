import Cryptography
import StrictJSON

/// The parameters of scrypt as a file states them. They are bounded, because a file may state any.
struct ScryptParameters {
    /// The most steps, `n · r · p`, that the keys of one file may take together. They take about 2 s on a slow core, and one
    /// key at most 256 MiB.
    static let mostWork = 1 << 22

    /// The parameters of the files that are written here: 32 MiB and about 0.1 s.
    static let written = ScryptParameters(n: 32_768, r: 8, p: 1)

    let n: Int
    let r: Int
    let p: Int

    private init(n: Int, r: Int, p: Int) { (self.n, self.r, self.p) = (n, r, p) }

    /// Reads the members `n`, `r` and `p`.
    init(_ object: JSONObject, _ format: ExchangeFormat) throws(ExchangeFault) {
        self.init(
            n: try object.integer("n", format), r: try object.integer("r", format), p: try object.integer("p", format))
        // Each factor is bounded before the product, so that it cannot overflow.
        guard (2...1 << 24).contains(n), (1...256).contains(r), (1...16).contains(p), work <= Self.mostWork else {
            throw Self.outOfBounds(format)
        }
    }

    var work: Int { n * r * p }

    /// Adds the members `n`, `r` and `p`.
    func write(to object: inout JSONObject) {
        object["n"] = .number(JSONNumber(n))
        object["r"] = .number(JSONNumber(r))
        object["p"] = .number(JSONNumber(p))
    }

    static func outOfBounds(_ format: ExchangeFormat) -> ExchangeFault {
        .damaged(format, why: "its scrypt parameters are out of bounds")
    }
}
