import Contracts
import Domain
import JSONRPC
import LatchkeyDevice
import Primitives

/// One attempt of a person to sign in on a device: registration or login, the code, and the admission by another device.
struct SignInAttempt {
    let world: World
    let device: DeviceHost
    let person: Person

    func run(_ app: Device) async throws {
        var profile = try await app.store.profile()
        if profile.sessionId == nil || profile.accessToken == nil || profile.login != .loggedIn || device.mustSignIn {
            world.log.record("\(device.name): \(person.name) \(person.hasAccount ? "logs in" : "registers")")
            _ = world.inbox.takeCode(for: person.phone)
            if person.hasAccount {
                _ = try await app.login(phone: person.phone)
            } else {
                do {
                    _ = try await app.register(phone: person.phone, group: person.group)
                } catch {
                    if case .call(.refused(let fault)) = error, fault.name == "flowError" { person.hasAccount = true }
                    throw error
                }
            }
            guard let code = await world.code(for: person) else {
                // Somebody without an account gets no login code.
                if person.hasAccount, !(await world.knowsAccount(of: person)) { person.hasAccount = false }
                return
            }
            do {
                profile = try await app.confirm(code: OneTimeCode(code))
            } catch {
                // A restored copy of auth may not know the account.
                if case .call(.refused(let fault)) = error, fault.name == "notRegistered" { person.hasAccount = false }
                throw error
            }
        }
        if profile.isUnproven { profile = try await admit(app, profile) }
        guard let account = profile.accountId else { return }
        // Somebody else has signed in here meanwhile, so that this person sees an app in use.
        if let user = world.oracle.calls.people[account], user != person.name { return }
        device.mustSignIn = false
        (person.hasAccount, person.account, device.person) = (true, account, person)
        world.oracle.calls.people[account] = person.name
        world.log.record("\(device.name): \(person.name) is signed in")
    }

    /// Lets another device of the person admit this one, and returns the profile after that.
    private func admit(_ app: Device, _ profile: Profile) async throws -> Profile {
        device.mustSignIn = false
        (person.hasAccount, device.person) = (true, person)
        guard let session = profile.sessionId, let digits = profile.digits else { return profile }
        for other in world.devices where other !== device && other.person === person {
            guard let helper = other.running, let known = try? await helper.store.profile(),
                known.accountId != nil, !known.isUnproven, known.login == .loggedIn
            else { continue }
            world.log.record("\(other.name) admits \(device.name)")
            do {
                try await helper.admit(session, digits: digits)
                break
            } catch {
                world.log.record("\(other.name) cannot admit \(device.name): \(Acts.short(error))")
            }
        }
        return try await app.status()
    }
}
