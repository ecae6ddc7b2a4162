public import DPoP
public import JSONRPC

extension Auth {
    /// Makes the router of the operator console: the methods with which a page logs an operator in, and those of an
    /// operator's work. Everything else is unknown to it.
    ///
    /// - Parameter urls: the URLs at which browsers call it. Proofs must name one of them, so a proof that was made for
    ///   the public listener is refused here, and the other way round.
    public func consoleRouter(at urls: [PublicURL], observer: CallObserver = .none) throws -> Router {
        var auth = self
        auth.settings.publicURLs = urls
        var router = try auth.router(observer: observer)
        router.keepOnly(Self.consoleMethods)
        return router
    }

    static let consoleMethods: Set<String> = [
        "otp.request", "otp.verify", "pin.challenge", "pin.prove", "pin.enroll", "secondFactor.enroll",
        "secondFactor.confirm", "secondFactor.verify", "session.admitByRecoveryCode", "session.refresh",
        "session.status", "session.logout", "group.list", "approval.pending", "approval.decide", "approval.explain",
        "approval.confirmBulk", "user.find", "user.show", "user.admit", "user.endSessions", "user.liftCodeWait",
        "user.moveGroup", "user.undoPhone", "decision.list", "audit.list",
    ]
}
