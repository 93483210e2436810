import Testing
@testable import Fusion
@Suite struct PlaceholderTests {}
