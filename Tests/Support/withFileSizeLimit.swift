import Glibc

/// Runs a closure while this process can make no file longer than a number of bytes, as on a full disk.
///
/// It is for exit tests only, because the limit applies to the whole process.
public func withFileSizeLimit<T>(_ bytes: Int, _ body: () async throws -> T) async rethrows -> T {
    signal(SIGXFSZ, SIG_IGN)
    limitFileSize(to: rlim_t(bytes))
    defer { limitFileSize(to: .max) }
    return try await body()
}

private func limitFileSize(to bytes: rlim_t) {
    var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
