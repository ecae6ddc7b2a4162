import Glibc

/// Lets real time pass, where the pace of a caller is what a test is about.
func pause(_ milliseconds: UInt32) { usleep(milliseconds * 1000) }

/// Which thread this is.
func threadID() -> UInt { UInt(pthread_self()) }
