import Foundation
import JSONRPC
import StrictJSON
import Testing

/// Sends the requests of the hand-written files in `proto-json/envelopes` to a router and compares its replies with the
/// files. Implementations in other languages use the same files.
struct EnvelopeTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "proto-json/envelopes")

    static func files(_ kind: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder.appending(path: kind), includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    static func read(_ url: URL) throws -> JSONObject {
        guard case .object(let object) = try JSON(parsing: [UInt8](Data(contentsOf: url))) else { throw Broken() }
        return object
    }

    @Test(arguments: try files("valid"))
    func `a valid envelope is answered with exactly the response in its file`(file: URL) async throws {
        let envelope = try Self.read(file)
        guard case .string(let request)? = envelope["request"], case .string(let response)? = envelope["response"]
        else {
            throw Broken()
        }
        let reply = try await TestRouter.answer(request)
        #expect(String(decoding: reply.body, as: UTF8.self) == response)
        #expect(reply.status == 200)
    }

    @Test(arguments: try files("invalid"))
    func `an invalid envelope is refused with the code, name and id in its file`(file: URL) async throws {
        let envelope = try Self.read(file)
        guard case .string(let request)? = envelope["request"] else { throw Broken() }
        let reply = try await TestRouter.answer(request)
        #expect(reply.status == 200)
        let body = try JSON(parsing: reply.body)
        if let error = envelope["error"] {
            try Self.expect(body, error)
        } else if case .array(let errors)? = envelope["errors"], case .array(let responses) = body {
            #expect(errors.count == responses.count)
            for (response, error) in zip(responses, errors) where error != .null { try Self.expect(response, error) }
        } else {
            Issue.record("a batch must be answered with an array")
        }
    }

    static func expect(_ response: JSON, _ wanted: JSON) throws {
        guard case .object(let response) = response, case .object(let wanted) = wanted,
            case .object(let error)? = response["error"], case .object(let data)? = error["data"],
            case .string(let id)? = wanted["id"]
        else { throw Broken() }
        #expect(error["code"] == wanted["code"])
        #expect(data["fault"] == wanted["fault"])
        #expect(response["id"]?.text == id)
        #expect(response["jsonrpc"] == "2.0")
        #expect(response["result"] == nil)
    }
}
