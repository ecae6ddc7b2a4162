import Domain
public import JSONRPC

public enum VaultAuditList: Method {
    public static let name = "vault.auditList"
    public static let summary = "Lists rows of the vault's audit log, the newest first."
    public static let explanation =
        "It has the params and the answer of `audit.list`, and is for the administrator alone: the vault knows no operators. A "
        + "device's reads of secrets are one row for each hour, which is listed some minutes after the hour has ended."
    public static let credential = Credential.administrator
    public static let isRead = true

    public typealias Params = AuditList.Params
    public typealias Answer = AuditList.Answer

    public static let example = (
        params: Params(accountId: Sample.account, kind: .secretRead), answer: Answer(rows: [Sample.vaultAuditRow])
    )
}
