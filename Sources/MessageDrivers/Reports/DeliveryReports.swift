public import AuthStore
import Metrics
public import RPCServer

/// The addresses at which providers report what became of messages.
///
/// A report is recorded only if it names a message by its unguessable reference, and Twilio's only with a valid signature.
/// Every other request is answered before the database is touched.
public struct DeliveryReports: Sendable {
    static let kannelPath = "/reports/kannel"
    static let twilioPath = "/reports/twilio"

    private let record: @Sendable (DeliveryReport, _ reference: String) async throws -> Bool
    private let reportURL: String
    private let twilioToken: String?

    /// - Parameters:
    ///   - reportURL: the address that the providers are given, without the path.
    ///   - twilioToken: the secret of Twilio's signatures; nil serves no reports of Twilio.
    ///   - record: records a report and returns false if the reference is not one of this service.
    public init(
        reportURL: String, twilioToken: String?,
        record: @escaping @Sendable (DeliveryReport, _ reference: String) async throws -> Bool
    ) {
        self.reportURL = reportURL
        self.twilioToken = twilioToken
        self.record = record
    }

    /// The endpoints of the listener for reports.
    public var endpoints: [PlainEndpoint] {
        [
            PlainEndpoint(.get, Self.kannelPath) { await kannel($0) },
            PlainEndpoint(.post, Self.twilioPath) { await twilio($0) },
        ]
    }

    func kannel(_ request: PlainRequest) async -> PlainReply {
        guard let fields = FormText.decode(request.query),
            let reference = fields.first(where: { $0.name == "id" })?.value,
            let state = fields.first(where: { $0.name == "state" })?.value
        else { return Self.refused }
        let reports: [String: DeliveryReport] = ["1": .delivered, "2": .failed, "16": .rejected]
        return await answer(reports[state], reference, from: KannelDriver.name)
    }

    func twilio(_ request: PlainRequest) async -> PlainReply {
        guard let twilioToken, let signature = request.header("x-twilio-signature"),
            let body = String(validating: request.body, as: UTF8.self), let form = FormText.decode(body),
            TwilioSignature(token: twilioToken)
                .isValid(signature, url: "\(reportURL)\(Self.twilioPath)?\(request.query)", form: form),
            let reference = FormText.decode(request.query)?.first(where: { $0.name == "id" })?.value
        else { return Self.refused }
        let state = form.first { $0.name == "MessageStatus" }?.value ?? ""
        let reports: [String: DeliveryReport] = ["delivered": .delivered, "undelivered": .failed, "failed": .rejected]
        return await answer(reports[state], reference, from: TwilioDriver.name)
    }

    /// - Parameter report: nil for an intermediate state, which is not recorded.
    private func answer(_ report: DeliveryReport?, _ reference: String, from driver: String) async -> PlainReply {
        guard let report else { return PlainReply(status: 204) }
        do {
            guard try await record(report, reference) else { return Self.refused }
            Counter(label: "message_reports_total", dimensions: [("driver", driver), ("state", report.rawValue)])
                .increment()
            return PlainReply(status: 204)
        } catch {
            return .text("the report cannot be stored now; send it again later\n", status: 503)
        }
    }

    private static var refused: PlainReply {
        Counter(label: "message_reports_refused_total").increment()
        return .text("no such message; send the address that came with the message unchanged\n", status: 403)
    }
}
