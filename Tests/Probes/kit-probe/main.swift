// A program that uses ParallaxKit as told by lines on standard input, and answers each with a line:
//
//     kit-probe
import Foundation
import ParallaxKit

let probe = Probe()
while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    guard let command = words.first else { continue }
    print(probe.answer(command, words.dropFirst().compactMap(Double.init)))
    fflush(nil)
}
