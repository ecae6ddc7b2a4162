import AuthService
import Logging
import MessageDrivers
import Primitives
import ServiceHost

/// How messages leave this process, and how reports about them come back.
struct MessagePath: Sendable {
    let gateway: SMSGateway
    /// The newest messages, in a demonstration that sends none to a provider; nil otherwise.
    let captured: CapturedMessages?
    private let drivers: DriverSequence?
    private let configuration: AuthConfiguration
    private let twilioToken: String?

    /// - Parameter configuration: a configuration that has passed `checkGateway`.
    /// - Throws: one line that says which setting or file is wrong.
    init(_ configuration: AuthConfiguration, clock: WallClock, steady: SteadyClock, log: Logger) throws {
        self.configuration = configuration
        let captured = configuration.common.isDemo ? CapturedMessages(clock: clock) : nil
        let providers = configuration.providers, folder = configuration.common.dataFolder
        switch configuration.gateway {
        case .providers(let chosen)?:
            let sequence = DriverSequence(
                try providers.drivers(chosen, folder: folder, clock: clock), rest: providers.rest, steady: steady,
                log: log)
            (gateway, drivers) = (sequence.gateway(reportWait: providers.reportWait), sequence)
            twilioToken = try providers.twilioToken(chosen, folder: folder)
            self.captured = nil
        case .spool(let folder)?:
            guard let spool = SMSGateway.spool(folder) else {
                throw SettingsFault(
                    "--sms-gateway spool:\(folder): no file can be created there; give the folder to the service's user"
                )
            }
            gateway = spool.observed { captured?.add($0) }
            (self.captured, drivers, twilioToken) = (captured, nil, nil)
        case .console?, nil:
            gateway = SMSGateway.console(log).observed { captured?.add($0) }
            (self.captured, drivers, twilioToken) = (captured, nil, nil)
        }
    }

    /// The number of drivers that rest because they fail.
    var restingDrivers: Int { drivers?.restingDrivers ?? 0 }

    /// The listener for delivery reports; nil if the settings name none.
    func reportListener(of auth: Auth) -> ReportListener? {
        guard let address = configuration.providers.reportListen, let url = configuration.providers.reportURL else {
            return nil
        }
        let reports = DeliveryReports(
            reportURL: url.text, twilioToken: twilioToken,
            record: { try await auth.recordReport($0, reference: $1) })
        return ReportListener(address: address, endpoints: reports.endpoints)
    }
}
