import CCurl

extension Exchange.Errand {
    /// Sets the transfer's options for this errand; it copies what it needs.
    func prepare(
        _ transfer: UnsafeMutablePointer<lk_transfer>, _ trust: borrowing Trust, totalMs: Int
    ) -> CURLcode {
        switch self {
        case .request(let request): request.prepare(transfer, trust, totalMs: totalMs)
        case .mail(let mail): mail.prepare(transfer, trust, totalMs: totalMs)
        }
    }

    var totalMs: Int {
        switch self {
        case .request(let request): request.totalMs
        case .mail(let mail): mail.totalMs
        }
    }

    var peer: String {
        switch self {
        case .request(let request): request.unixSocket ?? origin(request.url)
        case .mail(let mail): origin(mail.relay)
        }
    }

    /// What about this errand can never be sent; nil when libcurl may try.
    var flaw: String? {
        switch self {
        case .request(let request): request.flaw
        case .mail(let mail): mail.flaw
        }
    }
}

extension CurlRequest {
    fileprivate func prepare(_ transfer: UnsafeMutablePointer<lk_transfer>, _ trust: borrowing Trust, totalMs: Int)
        -> CURLcode
    {
        var lines: [UInt8] = []
        lines.reserveCapacity(headers.reduce(16) { $0 + $1.name.utf8.count + $1.value.utf8.count + 3 })
        var count = headers.count
        for (name, value) in headers {
            lines.append(contentsOf: name.utf8)
            // A field without a value is written with a semicolon, else libcurl would take it for a removal.
            if value.isEmpty { lines.append(UInt8(ascii: ";")) } else { lines.append(contentsOf: ": ".utf8) }
            lines.append(contentsOf: value.utf8)
            lines.append(0)
        }
        if body.count > 1 << 20 {  // libcurl would wait for a "100 Continue" that few peers send
            lines.append(contentsOf: "Expect:\0".utf8)
            count += 1
        }
        var filled = lk_request()
        filled.connectMs = connectMs
        filled.totalMs = totalMs
        filled.responseLimit = max(0, responseLimit)
        filled.privateRefused = privateAddressesRefused
        filled.trust(trust)
        return url.withCString { url in
            method.withCString { method in
                withOptionalCString(unixSocket) { socket in
                    filled.url = url
                    filled.method = method
                    filled.unixSocket = socket
                    return filled.withBytes(body: body, lines: lines, count: count) {
                        lk_transfer_prepare(transfer, $0)
                    }
                }
            }
        }
    }

    fileprivate var flaw: String? {
        if !url.isSendable { return "the address holds a control character" }
        if method.isEmpty || !method.utf8.allSatisfy(isTokenByte) { return "the method is not a word" }
        if unixSocket?.utf8.contains(0) == true { return "the socket path holds a control character" }
        if connectMs < 1 || totalMs < 1 { return "a time limit must be at least 1 ms" }
        for (name, value) in headers {
            if name.isEmpty || !name.utf8.allSatisfy(isTokenByte) { return "a header name is not a word" }
            if !value.isSendable { return "a header value holds a control character" }
        }
        return nil
    }
}

extension CurlMail {
    fileprivate func prepare(_ transfer: UnsafeMutablePointer<lk_transfer>, _ trust: borrowing Trust, totalMs: Int)
        -> CURLcode
    {
        var filled = lk_request()
        filled.connectMs = connectMs
        filled.totalMs = totalMs
        filled.responseLimit = 64 << 10
        filled.trust(trust)
        let lines = recipients.flatMap { (address: String) -> [UInt8] in Array(address.utf8) + [0] }
        return relay.withCString { relay in
            sender.withCString { sender in
                withOptionalCString(user) { user in
                    withOptionalCString(password) { password in
                        filled.url = relay
                        return filled.withBytes(body: message, lines: lines, count: recipients.count) {
                            lk_transfer_prepare_mail(transfer, $0, sender, user, password, tlsRequired)
                        }
                    }
                }
            }
        }
    }

    fileprivate var flaw: String? {
        if !relay.isSendable { return "the relay's address holds a control character" }
        if recipients.isEmpty { return "a mail needs a recipient" }
        for address in [sender] + recipients
        where address.isEmpty || !address.isSendable || address.utf8.contains(where: { "<> ".utf8.contains($0) }) {
            return "a mail address holds a character it must not"
        }
        if connectMs < 1 || totalMs < 1 { return "a time limit must be at least 1 ms" }
        return user?.isSendable == false || password?.utf8.contains(0) == true
            ? "the log-in holds a control character" : nil
    }
}

extension lk_request {
    fileprivate mutating func trust(_ trust: borrowing Trust) {
        caFile = UnsafePointer(trust.caFile)
        certificateFile = UnsafePointer(trust.certificateFile)
        keyFile = UnsafePointer(trust.keyFile)
    }

    fileprivate mutating func withBytes(
        body: [UInt8], lines: [UInt8], count: Int, _ use: (UnsafePointer<lk_request>) -> CURLcode
    ) -> CURLcode {
        body.withUnsafeBufferPointer { body in
            lines.withUnsafeBufferPointer { lines in
                self.body = body.baseAddress
                bodyLength = body.count
                self.lines = lines.baseAddress
                linesLength = lines.count
                linesCount = count
                return withUnsafePointer(to: self, use)
            }
        }
    }
}

/// Scheme, host and port as written.
private func origin(_ url: String) -> String {
    var slashes = 0
    let end = url.utf8.firstIndex { byte in
        if byte == UInt8(ascii: "/") { slashes += 1 }
        return slashes == 3 || byte == UInt8(ascii: "?")
    }
    return String(url[..<(end ?? url.endIndex)])
}

private func withOptionalCString<T>(_ text: String?, _ use: (UnsafePointer<CChar>?) -> T) -> T {
    guard let text else { return use(nil) }
    return text.withCString(use)
}

/// RFC 9110 `tchar`.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

extension String {
    /// No control character but a tab: nothing that could end a line or a C string.
    fileprivate var isSendable: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
