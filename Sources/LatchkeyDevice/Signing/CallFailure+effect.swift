import Contracts
import JSONRPC

extension CallFailure {
    /// False only where the service surely did nothing: it refused by name, or was never reached.
    var mayHaveTakenEffect: Bool {
        switch self {
        case .refused(let fault): fault.isKind(.unavailable) || fault.isKind(.internalError) || fault.name.isEmpty
        case .unreachable(let error): error.mayHaveBeenSent
        case .unreadable: true
        }
    }
}

extension DeviceFault {
    /// False only where no service has done what was asked.
    var mayHaveTakenEffect: Bool {
        switch self {
        case .call(let failure): failure.mayHaveTakenEffect
        case .storeUnreadable, .storeFull, .storeFailed: true
        case .signedOut, .noChallenge, .noSuchEntry, .nothingToChoose, .notAnEntry, .argument: false
        }
    }
}
