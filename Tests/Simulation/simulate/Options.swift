import Simulation

/// The options of the command line.
struct Options {
    struct Mistake: Error, CustomStringConvertible { let description: String }

    /// The first seed; the next simulations have the next numbers. Without it the first seed is a fresh one.
    var seed: UInt64?
    var engine = EngineName.sqlite
    /// The number of steps after which no other simulation begins.
    var steps = 1_000_000
    /// The number of minutes of processor time after which no other simulation begins.
    var minutes = 2
    /// The number of acts and faults of one simulation.
    var acts = 300
    /// The kinds of acts and faults to leave out.
    var without: [String] = []
    /// The numbers of the acts to play; all if empty.
    var only: Set<Int> = []
    var isLoud = false
    var printsDetails = false
    var isCalm = false
    var shrinks = true
    /// True to go on after a broken promise, and to print every failing seed without its history.
    var goesOn = false
    /// True to fail if a kind of event never happened, however short the run was.
    var needsEveryEvent = false
    /// True if kinds of events or single acts are left out, so that some kinds of events cannot happen.
    var isPartial: Bool { isCalm || !without.isEmpty || !only.isEmpty }

    init(_ words: ArraySlice<String>) throws {
        var rest = words
        func value() throws -> String {
            guard let text = rest.popFirst() else { throw Mistake(description: "a value is missing") }
            return text
        }
        func number() throws -> Int {
            let text = try value()
            guard let number = Int(text), number > 0 else { throw Mistake(description: "\(text) is not a number") }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--seed": seed = UInt64(try number())
            case "--engine":
                let name = try value()
                guard let known = EngineName(rawValue: name) else { throw Mistake(description: "\(name) is no engine") }
                engine = known
            case "--minutes": minutes = try number()
            case "--steps": steps = try number()
            case "--acts": acts = try number()
            case "--without": without = try value().split(separator: ",").map(String.init)
            case "--only": only = Set(try value().split(separator: ",").compactMap { Int($0) })
            case "--loud": isLoud = true
            case "--details": printsDetails = true
            case "--calm": isCalm = true
            case "--no-shrinking": shrinks = false
            case "--go-on": goesOn = true
            case "--every-event": needsEveryEvent = true
            default: throw Mistake(description: "\(word) is not an option")
            }
        }
    }

    /// The simulation of a seed.
    func run(_ seed: UInt64) throws -> Run {
        var run = Run(seed: seed, acts: acts)
        (run.engine, run.hasFaults) = (engine, !isCalm)
        (run.isLoud, run.printsDetails) = (isLoud, printsDetails)
        if !only.isEmpty { run.leftOut = Set(0..<acts).subtracting(only) }
        for kind in without where !run.leaveOut(kind) { throw Mistake(description: "there is no event \(kind)") }
        return run
    }
}
