import Foundation
import TestSupport
import Testing

/// The corpora of the fuzzers, past what they found too.
@Suite struct CorpusTests {
    @Test(arguments: ["attributes", "decoding", "properties", "recordings", "requests"])
    func `no input of a corpus breaks what is promised`(target: String) throws {
        let folder = testsFolder.appending(path: "Fuzz/corpus/\(target)").path
        let inputs = try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
        #expect(inputs.count >= 10)
        let (status, output) = try run(["--" + target] + inputs)
        #expect(status == 0)
        #expect(output == "\(inputs.count) inputs\n")
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let replay = Process(), output = Pipe()
        replay.executableURL = URL(filePath: try builtProgram("fuzz"))
        replay.arguments = arguments
        replay.standardOutput = output
        try replay.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        replay.waitUntilExit()
        return (replay.terminationReason == .exit ? replay.terminationStatus : -1, text)
    }
}
