import CCurl

extension CurlRequest {
    /// Sets all options of the transfer. libcurl and the bridge copy every text and the body.
    func prepare(_ transfer: UnsafeMutablePointer<lk_transfer>, _ tls: borrowing TLSFiles, totalMs: Int) -> CURLcode {
        let (lines, count) = headerLines()
        var filled = lk_request()
        filled.connectMs = connectMs
        filled.totalMs = totalMs
        filled.stallSeconds = stall?.seconds ?? 0
        filled.stallBytesPerSecond = stall?.bytesPerSecond ?? 0
        filled.responseLimit = max(0, responseLimit)
        filled.privateRefused = privateAddressesRefused
        filled.use(tls)
        return url.withCString { url in
            method.withCString { method in
                withOptionalCString(unixSocket) { socket in
                    filled.url = url
                    filled.method = method
                    filled.unixSocket = socket
                    if let mail { return mail.prepare(transfer, &filled, body) }
                    return filled.withBytes(body: body, lines: lines, count: count) {
                        lk_transfer_prepare(transfer, $0)
                    }
                }
            }
        }
    }

    /// The header lines, each ended by NUL, and their number.
    private func headerLines() -> (bytes: [UInt8], count: Int) {
        var lines: [UInt8] = []
        lines.reserveCapacity(headers.reduce(16) { $0 + $1.name.utf8.count + $1.value.utf8.count + 3 })
        for (name, value) in headers {
            lines.append(contentsOf: name.utf8)
            // libcurl reads "Name:" without a value as the removal of a header; "Name;" sends an empty one.
            if value.isEmpty { lines.append(UInt8(ascii: ";")) } else { lines.append(contentsOf: ": ".utf8) }
            lines.append(contentsOf: value.utf8)
            lines.append(0)
        }
        guard body.count > 1 << 20 else { return (lines, headers.count) }
        // Otherwise libcurl waits for a "100 Continue" that few peers send.
        return (lines + Array("Expect:\0".utf8), headers.count + 1)
    }

    /// The scheme, host and port, or the Unix socket, whose connections the request uses.
    var peer: String { unixSocket ?? Self.origin(of: url) }

    /// The reason why this request can never be sent; nil if libcurl may try.
    var unsendableReason: String? {
        if let reason = mail?.unsendableReason { return reason }
        if !url.isSendable { return "the URL contains a control character" }
        if method.isEmpty || !method.utf8.allSatisfy(isTokenByte) {
            return "the method is empty or contains a character that HTTP forbids in it"
        }
        if unixSocket?.utf8.contains(0) == true { return "the socket path contains a NUL byte" }
        if connectMs < 1 || totalMs < 1 { return "a time limit must be at least 1 ms" }
        if let stall, stall.seconds < 1 || stall.bytesPerSecond < 1 {
            return "a stall limit must be at least 1 s and 1 byte a second"
        }
        for (name, value) in headers {
            if name.isEmpty || !name.utf8.allSatisfy(isTokenByte) {
                return "a header name is empty or contains a character that HTTP forbids in it"
            }
            if !value.isSendable { return "a header value contains a control character" }
        }
        return nil
    }

    /// The scheme, host and port as they are written in the URL.
    private static func origin(of url: String) -> String {
        var slashes = 0
        let end = url.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "/") { slashes += 1 }
            return slashes == 3 || byte == UInt8(ascii: "?")
        }
        return String(url[..<(end ?? url.endIndex)])
    }
}

extension CurlMail {
    fileprivate func prepare(
        _ transfer: UnsafeMutablePointer<lk_transfer>, _ filled: inout lk_request, _ text: [UInt8]
    ) -> CURLcode {
        let recipientLine = Array(recipient.utf8) + [0]
        return sender.withCString { sender in
            withOptionalCString(login?.user) { user in
                withOptionalCString(login?.password) { password in
                    filled.mailFrom = sender
                    filled.user = user
                    filled.password = password
                    filled.tlsRequired = requiresTLS
                    return filled.withBytes(body: text, lines: recipientLine, count: 1) {
                        lk_transfer_prepare(transfer, $0)
                    }
                }
            }
        }
    }
}

extension lk_request {
    fileprivate mutating func use(_ tls: borrowing TLSFiles) {
        caFile = UnsafePointer(tls.caFile)
        certificateFile = UnsafePointer(tls.certificateFile)
        keyFile = UnsafePointer(tls.keyFile)
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

private func withOptionalCString<T>(_ text: String?, _ use: (UnsafePointer<CChar>?) -> T) -> T {
    guard let text else { return use(nil) }
    return text.withCString(use)
}

/// The bytes of a header name or method: `tchar` in RFC 9110.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

extension String {
    /// True if the text contains no control character except tab. A line break would end a header, and a NUL a C
    /// string.
    var isSendable: Bool {
        utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
