import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives

extension Auth {
    /// Lists the messages with codes, with masked numbers.
    func messageList(_ call: Call<MessageList, Void>) async throws -> MessageList.Answer {
        var index: PhoneIndex?
        if let text = call.params.phone {
            guard let phone = E164(parsing: text) else { throw Fault(.invalidParams, field: "phone") }
            index = phones.index(phone)
        }
        let records = try await store.messages(phone: index, limit: call.params.limit ?? 100)
        return MessageList.Answer(messages: records.map(view))
    }

    private func view(of message: MessageRecord) -> MessageView {
        MessageView(
            atMs: message.created, phone: maskedRecipient(of: message), driver: message.driver,
            state: Open(message.state), reportedAtMs: message.reported)
    }

    private func maskedRecipient(of message: MessageRecord) -> String? {
        if let sealed = message.recipient { return SealedRecipient.open(sealed, of: message.id, keys: keys) }
        guard let sealed = message.sealed,
            case .message(let to, _, _)? = OutboxPayload(sealed, of: message.id, keys: keys)
        else { return nil }
        return "\(to)"
    }
}
