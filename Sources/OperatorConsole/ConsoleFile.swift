/// A file of the page, which the build has compiled into the program.
struct ConsoleFile: Sendable {
    /// The path at which the file is served.
    let path: String
    let contentType: String
    let bytes: [UInt8]

    static let all = [
        ConsoleFile("/console", "text/html", PackageResources.index_html),
        ConsoleFile("/console/style.css", "text/css", PackageResources.style_css),
        script("app.js", PackageResources.app_js),
        script("captured.js", PackageResources.captured_js),
        script("confirm.js", PackageResources.confirm_js),
        script("decide.js", PackageResources.decide_js),
        script("device.js", PackageResources.device_js),
        script("diagram.js", PackageResources.diagram_js),
        script("dialogs.js", PackageResources.dialogs_js),
        script("dom.js", PackageResources.dom_js),
        script("encoding.js", PackageResources.encoding_js),
        script("login.js", PackageResources.login_js),
        script("methods.js", PackageResources.methods_js),
        script("person.js", PackageResources.person_js),
        script("pin.js", PackageResources.pin_js),
        script("queue.js", PackageResources.queue_js),
        script("records.js", PackageResources.records_js),
        script("rpc.js", PackageResources.rpc_js),
        script("scrypt.js", PackageResources.scrypt_js),
        script("words.js", PackageResources.words_js),
    ]

    private init(_ path: String, _ type: String, _ bytes: [UInt8]) {
        self.path = path
        contentType = type + "; charset=utf-8"
        self.bytes = bytes
    }

    private static func script(_ name: String, _ bytes: [UInt8]) -> ConsoleFile {
        ConsoleFile("/console/" + name, "text/javascript", bytes)
    }
}
