/// The kinds of events that a table counts at the end. A long run in which one of them never happened has not tested
/// what it promises, and fails.
enum Event: String, CaseIterable, Sendable {
    // Acts of people.
    case add, edit, delete, sync, signIn, logoutKeep, logoutDelete, logoutEverywhere, deleteAccount, keepAsNew, discard
    case losePhone, status, refresh, revokeSession, handOver, acceptDeletion, rejectDeletion
    case restoreVersion, restoreTrash, importFile
    // Acts of the backend.
    case backendUpdate, backendAtomic, backendRestore, backendTrash, backendDelete, backendClear, backendBurst
    case backendBatch, backendSync, longPoll, backendRepeat
    // Time.
    case timePasses, deviceAway, clockFarAhead
    // Acts of the administrator.
    case approve, disapprove, copyVault, copyAuth, restoreVault, restoreAuth, restartService, restartWrongKey
    case repairKey, newWrappingKey, newDataKeys
    // Faults of processes, disks and clocks.
    case killApp, killAuth, killVault, powerLossApp, powerLossAuth, powerLossVault, dieAtCommit, diskFull, diskFreed
    case ioError, connectionCut, clockWrong, clockRight, suspended
    // Faults of the network.
    case networkUnreliable, networkReliable, linkCut, linkSlow, linkHealed
    // Consequences.
    case delivery, requestLost, answerLost, requestRepeated, requestLate, answerLate, connectionRefused
    case serviceStarted, serviceRefusedToStart, appStarted, processDied
    case conflictCopy, gone, heldDeletion, resync, deleting401, purgeAcknowledged, quiet, epochBegun, endedTokenRefused
    case trashEnded, tombstoneErased, cursorExpired, operationExpired
}

extension Event {
    /// True for the events that count as steps: an act, a delivery or a fault.
    var isStep: Bool {
        switch self {
        case .serviceStarted, .serviceRefusedToStart, .appStarted, .processDied, .conflictCopy, .gone,
            .heldDeletion, .resync, .deleting401, .purgeAcknowledged, .quiet, .epochBegun,
            .endedTokenRefused, .trashEnded, .tombstoneErased, .cursorExpired, .operationExpired:
            false
        default: true
        }
    }
}
