import Testing

@testable import RPCServer

/// The comparison of header names, which ignores the case of ASCII letters and of nothing else.
@Suite struct CaseInsensitiveNameTests {
    @Test(arguments: [
        ("Host", true), ("HOST", true), ("host", true), ("hos", false), ("hosts", false), ("hOsT ", false),
        ("h\u{4f}st", true), ("h\u{f6}st", false),
    ])
    func `a name equals a word whatever the case of its letters`(name: String, isEqual: Bool) {
        #expect(name.equalsIgnoringCase("host") == isEqual)
    }

    @Test func `characters next to the letters in ASCII are not folded`() {
        #expect("AZ".equalsIgnoringCase("az"))
        #expect("@[".equalsIgnoringCase("@["))
        #expect(!"@".equalsIgnoringCase("`") && !"[".equalsIgnoringCase("{"))
        #expect("`{".equalsIgnoringCase("`{"))
    }
}
