import Foundation

/// The daemon that `PARALLAXD` names, where the tests look for one.
package final class DaemonProcess {
    /// Nil where no daemon was built: the Makefile says where it is.
    nonisolated package static let program = ProcessInfo.processInfo.environment["PARALLAXD"]

    private let process = Process()

    /// Starts it on a recording.
    package init(_ program: String, replaying recording: HandRecording) throws {
        let file = Screen.folder + "/recording.txt"
        try recording.text.write(toFile: file, atomically: true, encoding: .utf8)
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = [
            "--pdeathsig", "KILL", program, "--device", "replay:" + file, "--socket", Screen.socket,
            "--log-level",
            "warning",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["STATE_DIRECTORY": "/proc/none", "RUNTIME_DIRECTORY": "/proc/none"]) { $1 }
        try process.run()
    }

    /// Ends it.
    package func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
