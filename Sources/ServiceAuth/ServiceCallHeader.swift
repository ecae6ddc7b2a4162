/// The value of the `Latchkey-Call` header: `v1 handle=…, t=…, n=…, mac=…`, in this order.
struct ServiceCallHeader: Equatable {
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

    /// Parses a header; nil for any other form, and above 4 KiB.
    init?(_ text: String) {
        guard text.utf8.count <= 4096 else { return nil }
        let names = ["v1 handle=", " t=", " n=", " mac="]
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == names.count else { return nil }
        var values: [String] = []
        for (part, name) in zip(parts, names) {
            guard part.starts(with: name.utf8) else { return nil }
            values.append(String(decoding: part.dropFirst(name.utf8.count), as: UTF8.self))
        }
        guard let time = Int64(values[1]), String(time) == values[1], values[2].utf8.count == 22 else { return nil }
        self.init(handle: values[0], time: time, nonce: values[2], mac: values[3])
    }
}
