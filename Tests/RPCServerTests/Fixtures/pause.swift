import Glibc

/// Sleeps, for tests about the pace of a client.
func pause(_ milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// The id of the current thread.
func threadID() -> UInt { UInt(pthread_self()) }
