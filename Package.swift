// swift-tools-version: 6.2
import PackageDescription

let common: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let strict = common + [.strictMemorySafety()]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func example(_ name: String) -> Target {
    .executableTarget(
        name: "example-" + name, dependencies: ["ParallaxKit"], path: "Examples/" + name,
        swiftSettings: strict)
}

/// `#expect` expands to code that strict memory safety calls unsafe, so tests go without it.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
        swiftSettings: common)
}

let examples = ["cards", "header", "motion", "motion-effects", "parallax", "scene", "scroll", "tour"]

let package = Package(
    name: "parallaxd",
    products: [
        .executable(name: "parallaxd", targets: ["parallaxd"]),
        .executable(name: "parallaxctl", targets: ["parallaxctl"]),
        .executable(name: "parallaxd-exclusive", targets: ["parallaxd-exclusive"]),
        .library(name: "ParallaxKit", targets: ["ParallaxKit"]),
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CIni", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .target(
            name: "CIIOShim",
            dependencies: ["CIIO"],
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),

        module("MotionCore"),
        module("Fusion", ["MotionCore"]),
        module("MotionWire", ["CJansson", "MotionCore"]),
        module("LinuxIO", ["CLinux"]),
        module("Plausibility", ["MotionCore"]),
        module("Sensors", ["CIIOShim", "CUdev", "LinuxIO", "MotionCore", "Plausibility"]),
        module(
            "Diagnosis", ["CSystemd", "LinuxIO", "MotionCore", "MotionWire", "Plausibility", "Sensors"]),
        module("Publisher", ["LinuxIO", "MotionCore", "MotionWire"]),
        module("ParallaxEffects", ["MotionCore"]),
        module("ParallaxKit", ["LinuxIO", "MotionCore", "MotionWire", "ParallaxEffects"]),

        program(
            "parallaxd",
            ["CIni", "CSystemd", "Fusion", "LinuxIO", "MotionCore", "MotionWire", "Publisher", "Sensors"]),
        program(
            "parallaxctl",
            ["Diagnosis", "Fusion", "LinuxIO", "MotionCore", "MotionWire", "ParallaxKit", "Sensors"]),
        program(
            "parallaxd-exclusive", ["CSystemd", "LinuxIO", "MotionCore", "MotionWire", "ParallaxKit"]),

        .executableTarget(
            name: "parallax-bench", dependencies: ["Fusion", "LinuxIO", "MotionCore"],
            path: "Benchmarks/parallax-bench",
            swiftSettings: strict),
        .executableTarget(
            name: "tilt-bench", dependencies: ["Fusion", "LinuxIO", "MotionCore"], path: "Benchmarks/tilt",
            swiftSettings: strict),
        .executableTarget(
            name: "kit-bench", dependencies: ["LinuxIO", "MotionCore", "MotionWire", "ParallaxKit"],
            path: "Benchmarks/kit", exclude: ["latency.sh"], swiftSettings: strict),
        .executableTarget(
            name: "shim-probe", dependencies: ["CIIOShim"], path: "Tests/Probes/shim-probe",
            swiftSettings: common),
        .executableTarget(
            name: "sensors-probe", dependencies: ["LinuxIO", "MotionCore", "Sensors"],
            path: "Tests/Probes/sensors-probe", swiftSettings: common),
        example("live"),
        .executableTarget(
            name: "kit-probe", dependencies: ["LinuxIO", "ParallaxKit"], path: "Tests/Probes/kit-probe",
            swiftSettings: common),

        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CIIOShim", "Fusion", "LinuxIO", "MotionCore", "MotionWire", "Plausibility", "Publisher",
                "Sensors",
            ],
            path: "Tests/Fuzz", exclude: ["corpus"], swiftSettings: common),
        .target(
            name: "TestSupport", dependencies: ["LinuxIO", "MotionWire"], path: "Tests/Support",
            swiftSettings: common),
        .target(
            name: "AllocationCount", path: "Tests/Probes/allocation-count",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),

        tests(of: "CIIOShim", ["shim-probe"]),
        tests(of: "Fusion", ["AllocationCount", "MotionCore", "tilt-bench"]),
        tests(of: "fuzz"),
        tests(of: "MotionCore"),
        tests(of: "MotionWire", ["MotionCore"]),
        tests(
            of: "parallaxctl",
            ["Diagnosis", "Fusion", "LinuxIO", "MotionCore", "MotionWire", "ParallaxKit", "Sensors"]),
        tests(of: "Diagnosis", ["LinuxIO", "MotionCore", "MotionWire", "Sensors"]),
        tests(
            of: "parallaxd-exclusive", ["CLinux", "LinuxIO", "MotionCore", "MotionWire", "ParallaxKit"]),
        tests(of: "LinuxIO", ["CLinux"]),
        tests(
            of: "ParallaxEffects", ["AllocationCount"] + examples.map { .target(name: "example-" + $0) }),
        tests(of: "ParallaxKit", ["example-live", "kit-probe", "LinuxIO", "MotionCore", "MotionWire"]),
        tests(of: "Publisher", ["LinuxIO", "MotionCore", "MotionWire"]),
        tests(of: "Plausibility", ["MotionCore"]),
        tests(of: "Sensors", ["LinuxIO", "MotionCore", "Plausibility", "sensors-probe"]),
        tests(
            of: "parallaxd",
            ["CLinux", "Fusion", "LinuxIO", "MotionCore", "MotionWire", "Publisher", "Sensors"]),
    ] + examples.map(example),
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17
)
