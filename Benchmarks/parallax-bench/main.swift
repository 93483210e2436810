import Glibc

// The filters beside others: table.py hands over samples and gets attitudes back.
do throws(Bench.Failure) {
    var bench = try Bench(CommandLine.arguments.dropFirst())
    try bench.run()
} catch {
    print("parallax-bench: \(error.message)")
    exit(64)
}
