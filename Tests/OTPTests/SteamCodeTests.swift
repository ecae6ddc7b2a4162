import OTP
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct SteamCodeTests {
    @Test func `a code has five characters of Steam's alphabet, and an empty secret has none`() throws {
        #expect(SteamCode.code(secret: [], step: 0) == nil)
        for step in Int64(0)..<200 {
            let code = try #require(SteamCode.code(secret: [1, 2, 3], step: step))
            #expect(code.utf8.count == 5 && code.utf8.allSatisfy(SteamCode.alphabet.contains))
        }
        #expect(SteamCode.code(secret: [1, 2, 3], step: -1) == SteamCode.code(secret: [1, 2, 3], step: 0))
    }

    @Test func `pyotp gives the same codes`() throws {
        var walk = RandomWalk()
        var cases: [JSON] = []
        for _ in 0..<100 {
            let secret = SeededRandom(seed: walk.next()).random.bytes(10 + Int(walk.next() % 20))
            let second = Int64(walk.next() % 20_000_000_000)
            let code = try #require(SteamCode.code(secret: secret, step: second / 30))
            cases.append([
                "secret": .string(Base32.encode(secret)), "second": .number(JSONNumber(second)), "code": .string(code),
            ])
        }
        let script = """
            import json, sys, pyotp.contrib
            for c in json.load(sys.stdin):
                assert pyotp.contrib.Steam(c["secret"]).at(c["second"]) == c["code"], c
            sys.stdout.write("agreed")
            """
        let answer = try PythonOracle.run(script, packages: ["pyotp"], input: JSON.array(cases).text)
        #expect(answer == "agreed", Comment(rawValue: walk.note))
    }
}
