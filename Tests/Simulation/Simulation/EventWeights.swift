/// How often each act and each fault is chosen.
enum EventWeights {
    private static let acts: [(Event, Int)] = [
        (.add, 120), (.edit, 130), (.delete, 40), (.sync, 260), (.signIn, 110), (.logoutKeep, 14), (.logoutDelete, 12),
        (.logoutEverywhere, 4), (.deleteAccount, 8), (.keepAsNew, 12), (.discard, 8), (.losePhone, 4), (.status, 8),
        (.refresh, 8), (.revokeSession, 6), (.backendUpdate, 40), (.backendAtomic, 14), (.backendRestore, 20),
        (.backendTrash, 14), (.backendDelete, 8), (.backendBurst, 14), (.backendBatch, 8), (.longPoll, 8),
        (.approve, 30), (.disapprove, 2),
    ]

    private static let faults: [(Event, Int)] = [
        (.copyVault, 12), (.copyAuth, 4), (.restoreVault, 10), (.restoreAuth, 2), (.restartService, 6),
        (.restartWrongKey, 4), (.repairKey, 12), (.killApp, 12), (.killAuth, 4), (.killVault, 6), (.powerLossApp, 4),
        (.powerLossAuth, 3), (.powerLossVault, 4), (.dieAtCommit, 10), (.diskFull, 8), (.diskFreed, 16), (.ioError, 4),
        (.clockWrong, 4), (.clockRight, 8), (.suspended, 3), (.networkUnreliable, 8), (.networkReliable, 12),
        (.linkCut, 8), (.linkHealed, 12),
    ]

    static func next(_ generator: inout SeededGenerator, hasFaults: Bool) -> Event {
        let table = hasFaults ? acts + faults : acts.filter { $0.0 != .losePhone }
        var rest = generator.below(table.reduce(0) { $0 + $1.1 })
        for (event, weight) in table {
            rest -= weight
            if rest < 0 { return event }
        }
        return .sync
    }
}

extension Event {
    enum Actor { case person, backend, administrator, environment }

    /// Who does it.
    var actor: Actor {
        switch self {
        case .add, .edit, .delete, .sync, .signIn, .logoutKeep, .logoutDelete, .logoutEverywhere, .deleteAccount,
            .keepAsNew, .discard, .status, .refresh, .revokeSession:
            .person
        case .backendUpdate, .backendAtomic, .backendRestore, .backendTrash, .backendDelete, .backendBurst,
            .backendBatch, .longPoll, .backendRepeat:
            .backend
        case .approve, .disapprove, .copyVault, .copyAuth, .restoreVault, .restoreAuth, .restartService,
            .restartWrongKey, .repairKey:
            .administrator
        default: .environment
        }
    }
}
