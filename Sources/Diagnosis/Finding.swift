/// What one check came to.
package struct Finding: Hashable, Sendable {
    /// How bad it is, the worst last.
    package enum Grade: String, Hashable, Sendable, CaseIterable, Comparable {
        case ok
        /// Nothing was there to judge by.
        case skipped
        /// Worth knowing; nothing is wrong.
        case note
        /// It works, but not as well as it could, or harms a neighbour.
        case warning
        /// It does not work.
        case fault

        package static func < (left: Grade, right: Grade) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    /// What was looked at, in a word or two.
    package let check: String
    package let grade: Grade
    /// A sentence for people.
    package let found: String
    /// What to do about it: a command or a sentence; nil where there is nothing to do.
    package let step: String?

    package init(_ check: String, _ grade: Grade, _ found: String, step: String? = nil) {
        self.check = check
        self.grade = grade
        self.found = found
        self.step = step
    }
}
