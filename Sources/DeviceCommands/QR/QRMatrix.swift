/// The modules of a QR code with one mask.
struct QRMatrix {
    private(set) var modules: [[Bool]]
    private var isFunction: [[Bool]]
    private let size: Int

    init(_ version: QRVersion, _ codewords: [UInt8], mask: Int) {
        size = version.size
        modules = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)
        isFunction = modules
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
        if let middle = version.alignment {
            for (row, column) in Self.offsets(2) {
                set(middle + row, middle + column, max(abs(row), abs(column)) != 1)
            }
        }
        drawFormat(mask)
        place(codewords)
        for row in 0..<size {
            for column in 0..<size where !isFunction[row][column] && Self.inverts(mask, row, column) {
                modules[row][column].toggle()
            }
        }
    }

    private static func offsets(_ reach: Int) -> [(Int, Int)] {
        (-reach...reach).flatMap { row in (-reach...reach).map { (row, $0) } }
    }

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row][column] = isDark
        isFunction[row][column] = true
    }

    /// Draws a finder pattern with its separator.
    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for (down, right) in Self.offsets(4) {
            guard (0..<size).contains(row + down), (0..<size).contains(column + right) else { continue }
            let distance = max(abs(down), abs(right))
            set(row + down, column + right, distance != 2 && distance != 4)
        }
    }

    /// Draws the two copies of the format: the level M, the mask, and ten bits of their BCH code.
    private mutating func drawFormat(_ mask: Int) {
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { set(index, 8, bit(index)) }
        set(7, 8, bit(6))
        set(8, 8, bit(7))
        set(8, 7, bit(8))
        for index in 9..<15 { set(8, 14 - index, bit(index)) }
        for index in 0..<8 { set(8, size - 1 - index, bit(index)) }
        for index in 8..<15 { set(size - 15 + index, 8, bit(index)) }
        set(size - 8, 8, true)
    }

    /// Places the bits in columns of two modules from the right, upwards and downwards in turn.
    private mutating func place(_ codewords: [UInt8]) {
        var index = 0, isUpward = true, right = size - 1
        while right > 0 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFunction[row][column] {
                    guard index < codewords.count * 8 else { continue }
                    modules[row][column] = codewords[index >> 3] >> (7 - index & 7) & 1 == 1
                    index += 1
                }
            }
            isUpward.toggle()
            right -= 2
        }
    }

    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    /// The penalty by the four rules of the standard: runs, squares, patterns like a finder's, and an unequal share of dark
    /// modules.
    var penalty: Int {
        let columns = (0..<size).map { column in modules.map { $0[column] } }
        var sum = (modules + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let square = [modules[row][column + 1], modules[row + 1][column], modules[row + 1][column + 1]]
                if square.allSatisfy({ $0 == modules[row][column] }) { sum += 3 }
            }
        }
        let dark = modules.reduce(0) { $0 + $1.count(where: \.self) }
        return sum + abs(dark * 20 - size * size * 10) / (size * size) * 10
    }

    private static func penalty(ofLine line: [Bool]) -> Int {
        var sum = 0, run = 0
        for index in line.indices {
            run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
        }
        let finder = [true, false, true, true, true, false, true], light = [Bool](repeating: false, count: 4)
        for pattern in [finder + light, light + finder] {
            for start in 0...line.count - pattern.count where line[start..<start + pattern.count].elementsEqual(pattern)
            {
                sum += 40
            }
        }
        return sum
    }
}
