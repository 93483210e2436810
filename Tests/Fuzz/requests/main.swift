import Glibc
import LinuxIO

// fuzz-requests FILE...: runs the inputs in the files. Built with FUZZING it takes libFuzzer's options.

#if FUZZING
/// libFuzzer's own main, whose name this program's has taken.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    MainActor.assumeIsolated {
        do { try target.run(input) } catch { fatalError("\(error)") }
    }
    return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments, testOneInput))
#else
for file in CommandLine.arguments.dropFirst() { try target.run(try readFile(file)) }
print("\(CommandLine.arguments.count - 1) inputs")
#endif
