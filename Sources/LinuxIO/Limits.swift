import CLinux
import Glibc

/// Lets this program open as many files as the system allows it. Returns how many.
@discardableResult
package func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return 1024 }
    let present = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    return Int(clamping: unsafe setrlimit(resource, &limit) == 0 ? limit.rlim_max : present)
}
