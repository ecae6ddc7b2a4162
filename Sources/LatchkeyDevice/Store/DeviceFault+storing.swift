import Cryptography
import SQL

extension DeviceFault {
    /// What a failure of the local store means to the person; only one that the keys explain calls for key files.
    init(storing error: any Error) {
        switch error {
        case let fault as DeviceFault: self = fault
        case is CryptoFault: self = .storeUnreadable
        case SQLFault.full: self = .storeFull
        case let fault as SQLFault: self = .storeFailed("\(fault)")
        case _: self = .storeFailed("What is in it was written by another version of this program, or is damaged.")
        }
    }
}
