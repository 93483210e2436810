import LinuxIO

/// What the program is asked for: by its arguments and, behind them, by the file that they name.
struct Invocation {
    let arguments: [String]

    /// As the file says now.
    func action() throws(Stop) -> Options.Action {
        let action = try parse(over: Options())
        guard case .run(let options) = action else { return action }
        // What the command line says goes before what the file says.
        return try parse(over: Configuration.options(in: options.configuration))
    }

    private func parse(over base: Options) throws(Stop) -> Options.Action {
        do throws(Options.UsageError) { return try Options.parse(arguments, over: base) } catch {
            throw Stop(.usage, "\(error.message)\n\(Options.usage)")
        }
    }
}
