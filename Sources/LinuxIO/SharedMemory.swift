import CLinux
import Glibc

/// Memory that others read at any moment and only this program writes.
///
/// It begins with a sequence lock, 32 bits that are odd while the rest is being written; nobody else can
/// write or resize it.
@safe package final class SharedMemory {
    /// For those who read: opened for reading alone.
    private let view: Descriptor
    private let memory: UnsafeMutableRawBufferPointer

    /// `size` in bytes, the lock's four included.
    package init(name: String, size: Int) throws(Errno) {
        let flags = UInt32(LINUX_MFD_CLOEXEC | LINUX_MFD_ALLOW_SEALING)
        let file = Descriptor(owning: try syscall { unsafe memfd_create(name, flags) })
        try syscall { ftruncate(file.rawValue, size) }
        let view = try Descriptor.open("/proc/self/fd/\(file.rawValue)", O_RDONLY)
        let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        guard let address = unsafe address, unsafe address != MAP_FAILED else { throw .current }
        unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: size)
        // Our own mapping is from before the seal and goes on.
        let seals =
            LINUX_F_SEAL_FUTURE_WRITE | LINUX_F_SEAL_SHRINK | LINUX_F_SEAL_GROW
            | LINUX_F_SEAL_SEAL
        try syscall { fcntl(file.rawValue, CInt(LINUX_F_ADD_SEALS), CInt(seals)) }
        self.view = view
    }

    deinit { unsafe _ = munmap(memory.baseAddress, memory.count) }

    package var descriptor: CInt { view.rawValue }

    /// Replaces what stands behind the lock.
    package func write(_ bytes: [UInt8]) {
        unsafe precondition(memory.count >= bytes.count + 4, "the content fits")
        let lock = unsafe memory.baseAddress?.assumingMemoryBound(to: UInt32.self)
        guard let lock = unsafe lock else { return }
        unsafe linux_sequence_begin(lock)
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[4...]).copyBytes(from: bytes)
        unsafe linux_sequence_end(lock)
    }
}
