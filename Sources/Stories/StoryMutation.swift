import StrictJSON

/// A story with one of its expectations made wrong. Tests play each and see that it fails.
public struct StoryMutation: Sendable, CustomStringConvertible {
    /// The step, and the path within its expectation.
    public let description: String
    public let story: Story

    /// Returns the mutations of a story, one for each leaf of each expectation, and one for each array, to which
    /// it adds an item.
    public static func all(of story: Story) -> [StoryMutation] {
        story.steps.indices.flatMap { index -> [StoryMutation] in
            guard let expect = story.steps[index].expect else { return [] }
            return mutated(expect, at: "").map { path, wrong in
                var mutant = story
                mutant.steps[index].expect = wrong
                return StoryMutation(
                    description: "step \(story.steps[index].number) (\(story.steps[index].summary)) \(path)",
                    story: mutant)
            }
        }
    }

    private static let wrong = JSON.string("something else")

    private static func mutated(_ value: JSON, at path: String) -> [(String, JSON)] {
        switch value {
        case .null, .string: return [(path, wrong)]
        case .bool(let truth): return [(path, .bool(!truth))]
        case .number: return [(path, .string("another number"))]
        case .object(let object) where object["matches"] != nil: return [(path, wrong)]
        case .object(let object):
            return object.flatMap { name, member in
                mutated(member, at: "\(path).\(name)").map { path, wrong in
                    var other = object
                    other[name] = wrong
                    return (path, JSON.object(other))
                }
            }
        case .array(let items):
            let inside = items.indices.flatMap { index in
                mutated(items[index], at: "\(path)[\(index)]").map { path, wrong in
                    var other = items
                    other[index] = wrong
                    return (path, JSON.array(other))
                }
            }
            return inside + [("\(path)[+]", .array(items + ["*"]))]
        }
    }
}
