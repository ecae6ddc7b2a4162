/// The paths of the certificate and key files, as C strings that live as long as the loop.
struct TLSFiles: ~Copyable {
    let caFile: UnsafeMutablePointer<CChar>?
    let certificateFile: UnsafeMutablePointer<CChar>?
    let keyFile: UnsafeMutablePointer<CChar>?

    init(_ settings: CurlSettings) {
        caFile = duplicate(settings.caFile)
        certificateFile = duplicate(settings.certificateFile)
        keyFile = duplicate(settings.keyFile)
    }

    deinit {
        for file in [caFile, certificateFile, keyFile] { file?.deallocate() }
    }
}

private func duplicate(_ text: String?) -> UnsafeMutablePointer<CChar>? {
    guard let bytes = text?.utf8CString else { return nil }
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { from in
        for (index, byte) in from.enumerated() { copy[index] = byte }
    }
    return copy
}
