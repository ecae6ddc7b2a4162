/// A text in Prometheus's format 0.0.4, read by a parser that shares no code with the writer.
struct Exposition {
    struct FormatError: Error, CustomStringConvertible {
        let description: String
    }

    struct Sample: Hashable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    private(set) var types: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else {
            throw FormatError(description: "the last line does not end with a line break")
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# TYPE ") {
                let words = line.split(separator: " ")
                guard words.count == 4, ["counter", "gauge", "histogram"].contains(words[3]),
                    types[String(words[2])] == nil
                else { throw FormatError(description: "\(line)") }
                types[String(words[2])] = String(words[3])
            } else if !line.hasPrefix("#") {
                samples.append(try Self.sample(line))
            }
        }
        for sample in samples { try check(sample) }
        guard Set(samples.map { "\($0.name)\($0.labels.sorted { $0.key < $1.key })" }).count == samples.count else {
            throw FormatError(description: "a series appears twice")
        }
    }

    subscript(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private func check(_ sample: Sample) throws {
        if types[sample.name] == "counter" || types[sample.name] == "gauge" { return }
        for suffix in ["_bucket", "_sum", "_count"] where sample.name.hasSuffix(suffix) {
            if types[String(sample.name.dropLast(suffix.count))] == "histogram" { return }
        }
        throw FormatError(description: "\(sample.name) has no type")
    }

    private static func sample(_ line: Substring) throws -> Sample {
        var rest = line
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        rest = rest.dropFirst(name.count)
        guard isName(name) else { throw FormatError(description: "\(line)") }
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let key = rest.prefix { $0 != "=" }
                rest = rest.dropFirst(key.count)
                guard isName(String(key)), rest.hasPrefix("=\"") else { throw FormatError(description: "\(line)") }
                rest = rest.dropFirst(2)
                var value = ""
                while let next = rest.popFirst(), next != "\"" {
                    value.append(next == "\\" ? (rest.popFirst() == "n" ? "\n" : "\\") : next)
                }
                guard labels.updateValue(value, forKey: String(key)) == nil else {
                    throw FormatError(description: "\(line)")
                }
                if rest.first == "," { rest = rest.dropFirst() }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()) else { throw FormatError(description: "\(line)") }
        return Sample(name: name, labels: labels, value: value)
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xdf) || $0 == 95 }
    }
}
