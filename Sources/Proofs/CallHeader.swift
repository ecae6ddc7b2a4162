/// The text form of a call's header: `v1 handle=…, t=…, n=…, mac=…`, the members in this order.
struct CallHeader: Equatable {
    let handle: String
    let time: Int64
    let nonce: String
    let mac: String

    init(handle: String, time: Int64, nonce: String, mac: String) {
        self.handle = handle
        self.time = time
        self.nonce = nonce
        self.mac = mac
    }

    var text: String { "v1 handle=\(handle), t=\(time), n=\(nonce), mac=\(mac)" }

    /// Nil for any other form, and beyond 4 KiB.
    init?(_ text: String) {
        guard text.utf8.count <= 4096, text.hasPrefix("v1 ") else { return nil }
        var values: [String] = []
        var rest = text.dropFirst(3)
        for name in ["handle=", "t=", "n=", "mac="] {
            guard rest.hasPrefix(name) else { return nil }
            rest = rest.dropFirst(name.count)
            let value = rest.prefix { $0 != "," }
            values.append(String(value))
            rest = rest[value.endIndex...]
            if name != "mac=" {
                guard rest.hasPrefix(", ") else { return nil }
                rest = rest.dropFirst(2)
            }
        }
        guard rest.isEmpty, let time = Int64(values[1]), String(time) == values[1], values[2].utf8.count == 22 else {
            return nil
        }
        self.init(handle: values[0], time: time, nonce: values[2], mac: values[3])
    }
}
