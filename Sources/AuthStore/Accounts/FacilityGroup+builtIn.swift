import Domain
import Primitives

extension FacilityGroup {
    // swift-format-ignore
    /// The groups of every installation; `demo` only where the service runs as a demonstration.
    public static func builtIn(demo: Bool) -> [FacilityGroup] {
        var rows: [(String, Role, Approval, Devices, Verification)] = [
            ("home",      .parent, .automatic, .many, .otp),
            ("clinic",    .member, .manual,    .one,  .otp),
            ("fieldwork", .member, .manual,    .many, .otp),
        ]
        if demo { rows.append(("demo", .member, .automatic, .many, .none)) }
        return rows.compactMap { name, memberRole, approval, devices, verification in
            GroupID(rawValue: name).map {
                FacilityGroup(
                    name: $0, memberRole: memberRole, approval: approval, devices: devices, verification: verification)
            }
        }
    }
}
