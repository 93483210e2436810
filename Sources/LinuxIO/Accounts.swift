import Glibc

/// The number of a user, by name or by number; nil where there is none.
package func userNumber(_ name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    return unsafe getpwnam(name)?.pointee.pw_uid
}

/// The number of a group, by name or by number; nil where there is none.
package func groupNumber(_ name: String) -> UInt32? {
    if let number = UInt32(name) { return number }
    return unsafe getgrnam(name)?.pointee.gr_gid
}
