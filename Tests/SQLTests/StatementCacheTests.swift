import Testing

@testable import SQL

struct StatementCacheTests {
    @Test func `the least recently used statement makes room for a new one`() throws {
        var cache = StatementCache<Int>()
        for number in 0..<256 { #expect(try cache.find("\(number)") { number }.evicted == nil) }
        #expect(try cache.find("0") { -1 }.prepared == 0)
        #expect(try cache.find("256") { 256 }.evicted == 1)
        #expect(try cache.find("1") { -1 }.prepared == -1)
    }

    @Test func `a statement that is not evictable stays`() throws {
        var cache = StatementCache<Int>(isEvictable: { $0 > 9 })
        for number in 0..<256 { _ = try cache.find("\(number)") { number } }
        #expect(try cache.find("256") { 256 }.evicted == 10)
    }
}
