/// A QR code (ISO/IEC 18004) of bytes: versions 1 to 6 with the error correction level M, which restores 15 % of the code.
struct QRCode: Equatable {
    /// The modules, row by row; true for a dark one. There is no quiet zone.
    let modules: [[Bool]]

    /// The most bytes that version 6 has room for.
    static let mostBytes = 106

    /// Returns nil for more than ``mostBytes`` bytes.
    ///
    /// - Parameter mask: one of the 8 masks; nil for that with the least penalty.
    init?(_ bytes: [UInt8], mask: Int? = nil) {
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.byteCapacity }) else { return nil }
        let codewords = version.codewords(of: bytes)
        let candidates = (mask.map { [$0] } ?? Array(0..<8)).map { QRMatrix(version, codewords, mask: $0) }
        guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
        modules = best.modules
    }

    /// The code for a terminal, in rows of half blocks with a quiet zone of four modules. Both halves are drawn: white on
    /// black, so that a camera reads it on dark and on light terminals.
    var text: String {
        let quiet = 4, size = modules.count
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quiet, column - quiet)
            return !((0..<size).contains(row) && (0..<size).contains(column) && modules[row][column])
        }
        return stride(from: 0, to: size + 2 * quiet, by: 2).map { row in
            (0..<size + 2 * quiet).map { column in
                switch (isLight(row, column), isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }
}

/// The numbers of a version at level M.
struct QRVersion {
    let number: Int
    /// The number of blocks, and of data and error correction codewords in each.
    let blocks: Int, dataInBlock: Int, correctionInBlock: Int

    static let all = [
        QRVersion(number: 1, blocks: 1, dataInBlock: 16, correctionInBlock: 10),
        QRVersion(number: 2, blocks: 1, dataInBlock: 28, correctionInBlock: 16),
        QRVersion(number: 3, blocks: 1, dataInBlock: 44, correctionInBlock: 26),
        QRVersion(number: 4, blocks: 2, dataInBlock: 32, correctionInBlock: 18),
        QRVersion(number: 5, blocks: 2, dataInBlock: 43, correctionInBlock: 24),
        QRVersion(number: 6, blocks: 4, dataInBlock: 27, correctionInBlock: 16),
    ]

    /// The modules of one side.
    var size: Int { 17 + 4 * number }

    /// The bytes of content: four bits are the mode, and eight the length.
    var byteCapacity: Int { blocks * dataInBlock - 2 }

    /// The row and the column of the middle of the only alignment pattern; nil for version 1.
    var alignment: Int? { number == 1 ? nil : size - 7 }

    /// The codewords in the order in which they are placed: those of all blocks in turn, data first.
    func codewords(of bytes: [UInt8]) -> [UInt8] {
        let capacity = blocks * dataInBlock
        var data: [UInt8] = [0x40 | UInt8(bytes.count >> 4)]
        var rest = UInt8(truncatingIfNeeded: bytes.count << 4)
        for byte in bytes {
            data.append(rest | byte >> 4)
            rest = byte << 4
        }
        data.append(rest)
        var padding: UInt8 = 0xEC
        while data.count < capacity {
            data.append(padding)
            padding ^= 0xEC ^ 0x11
        }
        let parts = (0..<blocks).map { Array(data[$0 * dataInBlock..<($0 + 1) * dataInBlock]) }
        let corrections = parts.map { ReedSolomon.correction(of: $0, count: correctionInBlock) }
        return (0..<dataInBlock).flatMap { index in parts.map { $0[index] } }
            + (0..<correctionInBlock).flatMap { index in corrections.map { $0[index] } }
    }
}

/// The error correction code of QR codes, over the field of 256 elements with the polynomial 0x11D.
enum ReedSolomon {
    /// The codewords that follow the data: the rest of its division by the generator polynomial.
    static func correction(of data: [UInt8], count: Int) -> [UInt8] {
        var generator: [UInt8] = [1], root: UInt8 = 1
        for _ in 0..<count {
            generator.append(0)
            for index in stride(from: generator.count - 1, to: 0, by: -1) {
                generator[index] ^= multiply(generator[index - 1], root)
            }
            root = multiply(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= multiply(generator[index + 1], factor) }
        }
        return rest
    }

    static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var product: UInt8 = 0, a = a, b = b
        while b != 0 {
            if b & 1 != 0 { product ^= a }
            a = a << 1 ^ (a & 0x80 != 0 ? 0x1D : 0)
            b >>= 1
        }
        return product
    }
}
