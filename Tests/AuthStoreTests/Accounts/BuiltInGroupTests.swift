import AuthStore
import Domain
import Primitives
import Testing

@Suite struct BuiltInGroupTests {
    @Test(arguments: [(false, ["home", "clinic", "fieldwork"]), (true, ["home", "clinic", "fieldwork", "demo"])])
    func `a registration may name each group, and each but that of demonstrations verifies the number of its members`(
        isDemo: Bool, names: [String]
    ) {
        let groups = FacilityGroup.builtIn(demo: isDemo)
        #expect(groups.map(\.name.rawValue) == names)
        #expect(groups.filter { $0.memberRole == .parent }.map(\.name.rawValue) == ["home"])
        #expect(groups.allSatisfy { $0.isJoinable })
        #expect(groups.filter { $0.verification == .none }.map(\.name.rawValue) == (isDemo ? ["demo"] : []))
    }
}
