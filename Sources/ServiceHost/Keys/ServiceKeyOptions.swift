public import ArgumentParser
import Primitives

/// The number of a service's key pair for the link, as its file and the commands name it: `service-2`.
public struct ServiceKeyName: Sendable, Hashable, CustomStringConvertible {
    public let number: Int

    /// Parses `service-2`; nil for other text, and for a number that the setting `service-key` does not take.
    public init?(_ text: String) {
        guard text.hasPrefix("service-"), let number = Int(text.dropFirst(8)), (1...999_999).contains(number),
            text == "service-\(number)"
        else { return nil }
        self.number = number
    }

    public var description: String { "service-\(number)" }
}

/// The options and the work of `keys publish service-2`, which makes a further key pair of a service for the link.
public struct ServiceKeyOptions: ParsableArguments {
    @Option(help: "The service's data folder.")
    var data = "data"

    @Argument(help: "The key pair: service-2.", transform: Self.name)
    var key: ServiceKeyName

    public init() {}

    /// As the function of the type, with the options of the command.
    public func publish(of service: String, peer: String) throws(KeyFault) -> String {
        try Self.publish(key, of: service, peer: peer, in: data)
    }

    /// Makes the key pair of a service whose other keys exist in the key folder of `data`, unless it is there.
    ///
    /// - Returns: the steps that make it the active one.
    public static func publish(
        _ key: ServiceKeyName, of service: String, peer: String, in data: String
    ) throws(KeyFault) -> String {
        guard key.number > 1 else {
            throw KeyFault("service-1 is the first key pair, which keys init makes: take service-2")
        }
        let path = DataFolder(data).keys
        // Without the first key this is not the key folder of the service.
        _ = try KeyFolder(path, random: .system, makesMissing: false).serviceKey(service)
        let folder = try KeyFolder(path, random: .system, makesMissing: true)
        _ = try folder.serviceKey(service, number: key.number)
        let stem = "\(path)/\(service).\(key)"
        return """
            \(stem).pem and \(stem).pub hold the key pair \(key).
            1. Copy \(stem).pub to the key folder of each \(peer) service, and send it SIGHUP: it accepts both keys.
            2. Copy both files to the key folder of each other instance of \(service).
            3. Set service-key to \(key.number) for each instance of \(service), and send it SIGHUP: it signs with the new key.
            4. After 300 s remove the former \(service)….pub from the \(peer) services, and send them SIGHUP: the former key \
            is accepted no more.
            """
    }

    private static func name(_ text: String) throws -> ServiceKeyName {
        guard let key = ServiceKeyName(text) else {
            throw ValidationError("a key pair of the link is named by its number, such as service-2")
        }
        return key
    }
}
