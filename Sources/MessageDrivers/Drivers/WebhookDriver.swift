import AuthService
import Curl
public import Primitives
import StrictJSON

/// Posts messages to an address of the installation's choice, signed as Standard Webhooks describes.
public struct WebhookDriver: ProviderDriver {
    let url: String
    let secret: WebhookSecret
    let clock: WallClock

    public init(url: String, secret: WebhookSecret, clock: WallClock) {
        self.url = url
        self.secret = secret
        self.clock = clock
    }

    public static let name = "webhook"

    public func driver(_ link: ProviderLink) -> MessageDriver {
        MessageDriver(Self.name) { message in
            await link.exchange(request(message)) { (200...299).contains($0) }
        }
    }

    func request(_ message: TextMessage) -> CurlRequest {
        let seconds = clock.now.ms / 1000, id = "\(message.id)"
        let body = JSON.object([
            "type": "message.send",
            "data": [
                "to": .string(message.to.text), "text": .string(message.text),
                "expiresMs": .string(String(message.expires.ms)),
            ],
        ]).encoded()
        return CurlRequest(
            url, method: "POST",
            headers: [
                ("Content-Type", "application/json"), ("webhook-id", id), ("webhook-timestamp", "\(seconds)"),
                ("webhook-signature", secret.signature(id: id, seconds: seconds, body: body)),
            ],
            body: body)
    }
}
