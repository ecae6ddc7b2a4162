import Glibc
import Primitives
import ServiceHost
import Support
import Testing

/// What a service sets up for its whole process.
@Suite struct ServiceProcessTests {
    @Test func `a write past the file size limit or to a closed pipe fails and does not end the process`() async {
        await #expect(processExitsWith: .success) {
            // The test process may have been started with these signals ignored, and this thread may block them.
            var signals = sigset_t()
            sigemptyset(&signals)
            for number in [SIGXFSZ, SIGPIPE] {
                signal(number, SIG_DFL)
                sigaddset(&signals, number)
            }
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            _ = ServiceProcess(try CommonOnly.read(), random: .system, clock: .system)
            let file = open(scratchFolder() + "/file", O_RDWR | O_CREAT, 0o600)
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(pwrite(file, [1], 1, 4096) == -1 && errno == EFBIG)
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            close(ends[0])
            #expect(write(ends[1], [1], 1) == -1 && errno == EPIPE)
        }
    }
}
