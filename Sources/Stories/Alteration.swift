import StrictJSON

/// A story with one of its expectations made wrong, to see that it fails.
public struct Alteration: Sendable, CustomStringConvertible {
    /// Which step, and where in its expectation.
    public let description: String
    /// The altered story.
    public let story: Story

    /// Every alteration of a story, each of one leaf of one expectation.
    public static func all(of story: Story) -> [Alteration] {
        story.steps.indices.flatMap { index -> [Alteration] in
            guard let expect = story.steps[index].expect else { return [] }
            return altered(expect, at: "").map { place, wrong in
                var steps = story.steps
                steps[index].expect = wrong
                return Alteration(
                    description: "step \(steps[index].number) (\(steps[index].doing)) \(place)",
                    story: story.with(steps))
            }
        }
    }

    private static let wrong = JSON.string("something else")

    private static func altered(_ value: JSON, at place: String) -> [(String, JSON)] {
        switch value {
        case .null, .string: return [(place, wrong)]
        case .bool(let truth): return [(place, .bool(!truth))]
        case .number: return [(place, .string("another number"))]
        case .object(let object) where object["matches"] != nil: return [(place, wrong)]
        case .object(let object):
            return object.flatMap { name, inside in
                altered(inside, at: "\(place).\(name)").map { ($0, .object(object.setting(name, $1))) }
            }
        case .array(let items):
            let inside = items.indices.flatMap { index in
                altered(items[index], at: "\(place)[\(index)]").map { place, wrong in
                    var other = items
                    other[index] = wrong
                    return (place, JSON.array(other))
                }
            }
            return inside + [("\(place)[+]", .array(items + ["*"]))]
        }
    }
}

extension JSONObject {
    fileprivate func setting(_ name: String, _ value: JSON) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}
