import JSONRPC
import Primitives
import StrictJSON

/// What the oracle learns from the answers of the services as they leave them.
struct CallRules {
    /// The person of each account.
    var people: [AccountID: String] = [:]
    /// The change that each rev of each account was first seen to mean, in whichever epoch.
    fileprivate var meanings: [String: String] = [:]
    /// The steady time at which the end of a session was confirmed to the person who asked for it.
    fileprivate var ended: [String: SteadyInstant] = [:]
    /// The sessions whose end was ever confirmed. A restore of auth may lose the record, and the vault may still know it.
    fileprivate var everEnded: Set<String> = []
    /// The sessions of each account that were seen in tokens.
    fileprivate var sessions: [AccountID: Set<String>] = [:]
    /// Ends of sessions that auth has recorded.
    fileprivate var recordedEnds: Set<String> = []
}

extension Oracle {
    private static let deletingFaults: Set<String> = ["sessionRevoked", "deviceRevoked", "refreshReused", "pinReset"]
    /// The longest time for which the vault may rely on its lease after a session has ended.
    private static let lease = Duration.milliseconds(1500)

    /// Checks one answer.
    func observe(_ exchange: Exchange) async {
        let claims = exchange.token.flatMap(Claims.init)
        if let claims {
            calls.sessions[claims.account, default: []].insert(claims.session)
        }
        guard let answer = try? JSON(parsing: exchange.reply.body, limits: .large).object else { return }
        if let error = answer["error"]?.object {
            let fault = error["data"]?["fault"]?.string ?? ""
            if fault == "resyncRequired" {
                log.count(.resync)
                if error["data"]?["reason"]?.string == "cursorExpired" { cursorIsExpired(exchange, claims) }
            }
            if exchange.reply.status == 401, Self.deletingFaults.contains(fault), let claims {
                log.count(.deleting401)
                await checkRecorded(fault, claims, exchange)
            }
            if fault == "accountDeleted", let claims, !deletionRequests.contains(claims.account) {
                fail(.falseDeleting401, "\(exchange.service) answered \(fault) to \(exchange.from); nobody deleted it")
            }
            return
        }
        guard let result = answer["result"]?.object else { return }
        if let claims {
            checkLease(claims, exchange)
            notePresence(exchange, claims)
        }
        noteEnds(exchange, claims)
        if let claims, ["vault.pull", "vault.sync"].contains(exchange.method) {
            noteItems(result, exchange, of: claims.account)
        }
        if ["vault.push", "vault.sync"].contains(exchange.method) { noteResults(result, exchange, claims) }
    }

    private func noteItems(_ result: JSONObject, _ exchange: Exchange, of account: AccountID) {
        for item in result["items"]?.array ?? [] {
            if item["fault"]?.string == "itemUnreadable" {
                fail(.itemUnreadable, "the vault cannot decrypt an item that \(exchange.from) pulls")
            }
            guard let rev = item["rev"]?.string else { continue }
            note(account, rev, "\(item["id"]?.string ?? "") \(item["state"]?.string ?? "") \(item["body"]?.text ?? "")")
        }
    }

    private func noteResults(_ result: JSONObject, _ exchange: Exchange, _ claims: Claims?) {
        guard let account = claims?.account,
            let request = try? JSON(parsing: exchange.body, limits: .large).object
        else { return }
        noteExpired(result, request)
        for outcome in result["results"]?.array ?? [] where outcome["outcome"]?.string == "applied" {
            guard let rev = outcome["rev"]?.string, let id = outcome["id"]?.string else { continue }
            noteItem(account, rev, id)
        }
        noteAccepted(request, result, account)
    }

    private func note(_ account: AccountID, _ rev: String, _ meaning: String) {
        let key = "\(account) \(rev)"
        if let first = calls.meanings[key], first != meaning, first.contains(" ") || !meaning.hasPrefix(first) {
            fail(.revReused, "rev \(rev) of one account means two changes: \(first) and \(meaning)")
        }
        calls.meanings[key] = meaning
    }

    private func noteItem(_ account: AccountID, _ rev: String, _ id: String) {
        let key = "\(account) \(rev)"
        if let first = calls.meanings[key], !first.hasPrefix(id) {
            fail(.revReused, "rev \(rev) of one account was given to two items: \(first) and \(id)")
        }
        if calls.meanings[key] == nil { calls.meanings[key] = id }
    }

    /// Records the texts of the operations that the vault has applied, whether or not the answer arrives.
    private func noteAccepted(_ request: JSONObject, _ result: JSONObject, _ account: AccountID) {
        let results = result["results"]?.array ?? []
        for (operation, outcome) in zip(request["params"]?["ops"]?.array ?? [], results)
        where outcome["outcome"]?.string == "applied" {
            accept(Set((StoredEntry.texts(operation["body"]?.object) ?? [:]).values), at: account)
        }
    }

    private func noteEnds(_ exchange: Exchange, _ claims: Claims?) {
        guard exchange.service == .auth, let claims else { return }
        switch exchange.method {
        case "session.logout": end(claims.session, exchange)
        case "session.logoutEverywhere", "account.delete":
            for session in calls.sessions[claims.account] ?? [] { end(session, exchange) }
        case "session.revoke":
            guard let request = try? JSON(parsing: exchange.body).object else { return }
            if let session = request["params"]?["sessionId"]?.string { end(session, exchange) }
        default: break
        }
    }

    private func end(_ session: String, _ exchange: Exchange) {
        calls.everEnded.insert(session)
        if calls.ended[session] == nil { calls.ended[session] = exchange.answered }
    }

    private func checkLease(_ claims: Claims, _ exchange: Exchange) {
        guard exchange.service == .vault, exchange.listener == .public, let ended = calls.ended[claims.session] else {
            return
        }
        if exchange.answered - ended > Self.lease {
            fail(
                .servedAfterRevocation,
                "the vault answered \(exchange.method) \((exchange.answered - ended).ms) ms after the session's end")
        }
    }

    /// A restore of auth may forget ends, so that calls of sessions that ended before are not judged any more.
    func forgetEnds() { calls.ended = [:] }

    private func checkRecorded(_ fault: String, _ claims: Claims, _ exchange: Exchange) async {
        let key = "\(claims.session) \(fault)"
        guard let world, !calls.recordedEnds.contains(key) else { return }
        guard let ends = await world.recordedEnd(of: claims.session, account: claims.account) else { return }
        if ends.contains(fault) || calls.everEnded.contains(claims.session) {
            calls.recordedEnds.insert(key)
        } else {
            fail(
                .falseDeleting401,
                "\(exchange.service) answered \(fault) to \(exchange.from), and auth has recorded \(ends)")
        }
    }
}

/// The account and session that an access token names; the signature is not checked.
struct Claims {
    let account: AccountID
    let session: String

    init?(_ token: String) {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
            let object = try? JSON(parsing: payload).object,
            let account = object["sub"]?.string.flatMap({ AccountID($0) }),
            let session = object["sid"]?.string
        else { return nil }
        (self.account, self.session) = (account, session)
    }
}

extension JSONLimits {
    static var large: JSONLimits {
        var limits = JSONLimits.standard
        limits.bytes = 8 << 20
        return limits
    }
}
