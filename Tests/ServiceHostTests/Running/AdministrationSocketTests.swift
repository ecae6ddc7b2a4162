import Contracts
import JSONRPC
import Support
import Testing

@testable import ServiceHost

@Suite struct AdministrationSocketTests {
    @Test func `a service that does not run is named with the command that starts it`() async throws {
        let folder = DataFolder(scratchFolder())
        let failure = await #expect(throws: AdministrationSocket.Failure.self) {
            try await AdministrationSocket(of: "vault", in: folder).call(ServiceVersion.self, .init())
        }
        let sentence = try #require(failure).description
        #expect(sentence.contains("\(folder.path)/vault.sock") && sentence.contains("'latchkey-vault serve'"))
    }
}
