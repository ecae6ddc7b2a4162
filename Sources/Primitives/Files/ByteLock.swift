import Glibc

/// Locks on single bytes of an open file, by which processes see whether another one is running.
///
/// The kernel releases such a lock when its descriptor is closed, in whatever way the process ends. The byte need not
/// exist. The lock belongs to the open file (`F_OFD_SETLK`), so closing another descriptor of the file does not release
/// it, and it is independent of `flock`.
package enum ByteLock {
    /// `F_OFD_GETLK` and `F_OFD_SETLK` of Linux's `fcntl.h`, which Swift does not import.
    private static let (getLock, setLock): (Int32, Int32) = (36, 37)

    /// Locks a byte of a file that is open for writing. Returns false if another descriptor holds the lock, or if the
    /// file system has no such locks.
    package static func take(_ offset: Int64, of descriptor: Int32) -> Bool {
        var request = request(offset)
        return fcntl(descriptor, setLock, &request) == 0
    }

    /// Returns true if another descriptor holds the lock of a byte. Takes no lock, not even for a moment.
    package static func isHeld(_ offset: Int64, of descriptor: Int32) -> Bool {
        var request = request(offset)
        return fcntl(descriptor, getLock, &request) == 0 && request.l_type != Int16(F_UNLCK)
    }

    /// Releases the lock of a byte, also if a child process has a copy of the descriptor.
    package static func release(_ offset: Int64, of descriptor: Int32) {
        var request = request(offset, F_UNLCK)
        _ = fcntl(descriptor, setLock, &request)
    }

    private static func request(_ offset: Int64, _ type: Int32 = F_WRLCK) -> flock {
        flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: off_t(offset), l_len: 1, l_pid: 0)
    }
}
