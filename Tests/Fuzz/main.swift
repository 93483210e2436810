import Glibc
import LinuxIO

// fuzz --TARGET FILE...: runs the inputs in the files. Built with FUZZING it takes libFuzzer's options, which
// passes over those that begin with two dashes.

private let targets: [String: @MainActor () throws -> ([UInt8]) throws -> Void] = [
    "--attributes": { checkAttributes },
    "--decoding": { checkDecoding },
    "--properties": { checkProperties },
    "--recordings": { checkRecording },
    "--requests": { try RequestPath(at: "/tmp/fuzz-requests-\(getpid())").run },
]

guard let make = CommandLine.arguments.dropFirst().first.flatMap({ targets[$0] }) else {
    fatalError("name one of \(targets.keys.sorted().joined(separator: " "))")
}
let run = try make()

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
        do { try run(input) } catch { fatalError("\(error)") }
    }
    return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments, testOneInput))
#else
for file in CommandLine.arguments.dropFirst(2) { try run(try readFile(file)) }
print("\(CommandLine.arguments.count - 2) inputs")
#endif
