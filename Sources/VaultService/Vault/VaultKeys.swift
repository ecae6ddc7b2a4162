import Contracts
import JSONRPC
import Primitives
import VaultStore

extension Vault {
    /// Lists the wrapped keys of an account after changing them.
    func vaultKeys(_ call: Call<VaultKeys, CallAuthorization>) async throws -> VaultKeys.Answer {
        let (caller, ops) = (call.caller, call.params.ops ?? [])
        let changes = try ops.map { try WrapChange($0) }
        let result =
            if changes.isEmpty {
                try await store.wraps(of: caller.account, at: clock.now)
            } else {
                try await store.changeWraps(
                    changes, of: caller.account, by: caller.device, at: clock.now
                ) { try caller.check() }
            }
        metrics.countOperations(changes.count)
        return VaultKeys.Answer(
            results: result.outcomes.map { KeyWrapResult($0) }, keys: result.wraps.map { KeyWrap($0) },
            epoch: result.epoch)
    }
}

extension WrapChange {
    fileprivate init(_ op: KeyWrapOp) throws(Fault) {
        let id = AccountKeyWrap.ID(keyVersion: Int64(op.keyVersion), wrapID: op.wrapId)
        guard op.wrapId == "recovery" || DeviceID(op.wrapId) != nil else {
            throw Fault(.invalidParams, field: "ops.wrapId")
        }
        var base: [UInt8]?
        if let text = op.base {
            guard let bytes = Base64URL.decode(text) else { throw Fault(.invalidParams, field: "ops.base") }
            base = bytes
        }
        switch op.type {
        case .put:
            guard let wrapped = op.wrapped.flatMap({ Base64URL.decode($0) }), !wrapped.isEmpty else {
                throw Fault(.invalidParams, field: "ops.wrapped")
            }
            self.init(id, base: base, content: .init(wrapped: wrapped, meta: op.meta))
        case .remove:
            guard op.wrapped == nil, op.meta == nil else { throw Fault(.invalidParams, field: "ops.wrapped") }
            guard base != nil else { throw Fault(.invalidParams, field: "ops.base") }
            self.init(id, base: base, content: nil)
        }
    }
}

extension KeyWrap {
    fileprivate init(_ wrap: AccountKeyWrap) {
        self.init(
            keyVersion: Int(wrap.id.keyVersion), wrapId: wrap.id.wrapID, tag: Base64URL.encode(wrap.tag),
            wrapped: Base64URL.encode(wrap.wrapped), meta: wrap.meta, updatedAtMs: wrap.updatedAt,
            updatedBy: wrap.updatedBy)
    }
}

extension KeyWrapResult {
    fileprivate init(_ outcome: WrapOutcome) {
        let (word, tag): (KeyWrapOutcome, [UInt8]?) =
            switch outcome {
            case .applied(let tag): (.applied, tag)
            case .noop(let tag): (.noop, tag)
            case .conflict(let tag): (.conflict, tag)
            case .limitReached: (.limitReached, nil)
            }
        self.init(outcome: Open(word), tag: tag.map { Base64URL.encode($0) })
    }
}
