/// How often each act and each fault is chosen.
enum EventWeights {
    private static let acts: [(Event, Int)] = [
        (.add, 90), (.edit, 180), (.delete, 50), (.sync, 400), (.signIn, 110), (.logoutKeep, 14), (.logoutDelete, 12),
        (.logoutEverywhere, 10), (.deleteAccount, 14), (.keepAsNew, 40), (.discard, 30), (.losePhone, 4), (.status, 8),
        (.refresh, 8), (.revokeSession, 12), (.backendUpdate, 40), (.backendAtomic, 40), (.backendRestore, 50),
        (.backendTrash, 20), (.backendDelete, 24), (.backendClear, 24), (.backendBurst, 14), (.backendBatch, 8),
        (.backendSync, 20), (.longPoll, 12),
        (.timePasses, 24), (.deviceAway, 20),
        (.approve, 60), (.disapprove, 2), (.handOver, 40), (.acceptDeletion, 80), (.rejectDeletion, 80),
        (.restoreVersion, 60), (.restoreTrash, 40), (.importFile, 16), (.newWrappingKey, 14), (.newDataKeys, 14),
    ]

    private static let faults: [(Event, Int)] = [
        (.copyVault, 12), (.copyAuth, 8), (.restoreVault, 10), (.restoreAuth, 6), (.restartService, 6),
        (.restartWrongKey, 6), (.repairKey, 50), (.connectionCut, 8), (.killApp, 12), (.killAuth, 4), (.killVault, 6),
        (.powerLossApp, 4), (.powerLossAuth, 3), (.powerLossVault, 4), (.dieAtCommit, 10), (.diskFull, 8),
        (.diskFreed, 40), (.ioError, 4),
        (.clockWrong, 8), (.clockRight, 16), (.clockFarAhead, 8), (.suspended, 3), (.networkUnreliable, 8),
        (.networkReliable, 24),
        (.linkCut, 8), (.linkSlow, 8), (.linkHealed, 60),
    ]

    static let all = acts + faults

    /// Chooses the next act or fault.
    ///
    /// - Parameter missing: the kinds that do not exist on the engine.
    static func next(_ generator: inout SeededGenerator, hasFaults: Bool, missing: Set<Event>) -> Event {
        let table = (hasFaults ? all : acts.filter { $0.0 != .losePhone })
            .filter { !missing.contains($0.0) }
        var rest = generator.below(table.reduce(0) { $0 + $1.1 })
        for (event, weight) in table {
            rest -= weight
            if rest < 0 { return event }
        }
        return .sync
    }
}

extension Event {
    /// The kinds that the scheduler chooses. All others follow from these.
    static let chosen = EventWeights.all.map(\.0)

    /// Kinds that a shrunk history tries to do without, each group at once, the largest first.
    static let groups: [[Event]] = [
        chosen.filter { $0.actor == .environment },
        [.networkUnreliable, .linkCut, .linkSlow],
        [.killApp, .killAuth, .killVault, .powerLossApp, .powerLossAuth, .powerLossVault, .dieAtCommit],
        [.connectionCut],
        [.diskFull, .ioError],
        [.timePasses], [.deviceAway], [.clockFarAhead],
        [.clockWrong, .suspended],
        [.restartService, .restartWrongKey, .copyAuth, .restoreAuth],
        [.copyVault, .restoreVault],
        [.newWrappingKey, .newDataKeys],
        [.restoreVersion, .restoreTrash, .importFile],
        chosen.filter { $0.actor == .backend },
        [.logoutKeep, .logoutDelete, .logoutEverywhere, .deleteAccount, .handOver, .losePhone, .revokeSession],
    ]

    enum Actor { case person, backend, administrator, environment }

    /// Who does it.
    var actor: Actor {
        switch self {
        case .add, .edit, .delete, .sync, .signIn, .logoutKeep, .logoutDelete, .logoutEverywhere, .deleteAccount,
            .keepAsNew, .discard, .status, .refresh, .revokeSession, .handOver, .acceptDeletion, .rejectDeletion,
            .restoreVersion, .restoreTrash, .importFile:
            .person
        case .backendUpdate, .backendAtomic, .backendRestore, .backendTrash, .backendDelete, .backendClear,
            .backendBurst, .backendBatch, .backendSync, .longPoll, .backendRepeat:
            .backend
        case .approve, .disapprove, .copyVault, .copyAuth, .restoreVault, .restoreAuth, .restartService,
            .restartWrongKey, .repairKey, .newWrappingKey, .newDataKeys:
            .administrator
        default: .environment
        }
    }
}
