import LinuxIO
import MotionWire
import ParallaxKit

/// Why the program ends without having done what it was asked.
struct Failure: Error, Hashable {
    let code: ExitCode
    /// What standard error gets, with its line feed.
    let text: String

    init(_ code: ExitCode, _ sentence: String) {
        self.code = code
        text = "parallaxctl: \(sentence)\n"
    }

    private init(_ code: ExitCode, text: String) {
        self.code = code
        self.text = text
    }

    /// A line of a file that is not as it should be, told in the form that editors can jump to.
    static func badLine(_ file: String, _ line: Int, _ message: String) -> Failure {
        Failure(.badData, text: "\(file):\(line): \(message)\n")
    }

    static let daemonGone = Failure(.unavailable, "the daemon closed the connection")

    /// What is wrong was told in the output.
    static let faultFound = Failure(.fault, text: "")

    static let outputClosed = Failure(.outputClosed, text: "")

    /// A wrong command line.
    static func usage(_ sentence: String, _ verb: Verb?) -> Failure {
        Failure(.usage, text: "parallaxctl: \(sentence)\n\(usageLine(verb))\n")
    }
}

extension Failure {
    init(_ failure: MotionConnection.Failure) {
        switch failure {
        case .noServer(let path, let reason) where reason.isPermission:
            self.init(.noPermission, "no permission to connect to \(path)")
        case .noServer(let path, .nameTooLong):
            self.init(.usage, "the path of the socket is too long: \(path)")
        case .noServer(let path, let reason):
            self.init(
                .unavailable,
                "no daemon answers at \(path) (\(reason)); `parallaxd` starts one, "
                    + "`make demo` one that needs no sensor")
        case .ended, .system(.connectionReset), .system(.brokenPipe): self = .daemonGone
        case .malformed(let message):
            self.init(.badProtocol, "the daemon sent what is not in the protocol: \(message)")
        case .system(let reason):
            self.init(.unavailable, "the connection to the daemon failed: \(reason)")
        }
    }

    init(_ refusal: RequestError) {
        let code: ExitCode =
            switch refusal.code {
            case .denied: .noPermission
            case .badRequest, .badJSON, .unknownCommand, .tooLong: .badProtocol
            case .unsupported, .tooMany, .unavailable: .unavailable
            }
        self.init(code, "the daemon refuses: \(printable(refusal.message))")
    }

    /// What became of standard output.
    init(output reason: Errno) {
        self = reason == .brokenPipe ? .outputClosed : Failure(.inputOutput, "cannot write: \(reason)")
    }
}

/// Makes the system's failures this program's own.
func attempt<Value: ~Copyable>(
    _ what: @autoclosure () -> String, or code: ExitCode = .inputOutput,
    _ body: () throws(Errno) -> Value
) throws(Failure) -> Value {
    do throws(Errno) { return try body() } catch {
        throw Failure(error.isPermission ? .noPermission : code, "\(what()): \(error)")
    }
}
