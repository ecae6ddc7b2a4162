/// Something that has to be closed in an orderly way after its use, such as a database.
public protocol Closable: Sendable {
    /// Ends the use. Returns when what was begun has ended.
    func close() async
}

extension Closable {
    /// Runs a closure and then closes this object, also if the closure throws.
    public func closing<T>(after body: () async throws -> T) async throws -> T {
        let result: T
        do {
            result = try await body()
        } catch {
            await close()
            throw error
        }
        await close()
        return result
    }
}
