// swift-tools-version: 6.2
import PackageDescription

let common: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .defaultIsolation(MainActor.self),
]

let strict = common + [.strictMemorySafety()]

/// The directory above may have any name.
let kit = Target.Dependency.product(name: "ParallaxKit", package: "parallaxd")

/// A package of its own, so that the daemon needs no GTK.
let package = Package(
    name: "gallery",
    products: [
        .library(name: "ParallaxGTK", targets: ["ParallaxGTK"]),
        .executable(name: "parallax-gallery", targets: ["parallax-gallery"]),
    ],
    dependencies: [.package(name: "parallaxd", path: "..")],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .target(name: "GTKGlue", dependencies: ["CGtk"], swiftSettings: strict),
        .target(name: "ParallaxGTK", dependencies: ["CGtk", "GTKGlue", kit], swiftSettings: strict),
        .executableTarget(
            name: "parallax-gallery", dependencies: ["CAdwaita", "CGtk", "GTKGlue", "ParallaxGTK", kit],
            swiftSettings: strict),
        .target(
            name: "ScreenSupport", dependencies: ["CGtk", "GTKGlue"], path: "Tests/Support",
            swiftSettings: common),
        .testTarget(
            name: "ParallaxGTKTests", dependencies: ["CGtk", "GTKGlue", "ParallaxGTK", "ScreenSupport", kit],
            swiftSettings: common),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "CAdwaita", "CGtk", "GTKGlue", "parallax-gallery", "ParallaxGTK", "ScreenSupport", kit,
            ],
            exclude: ["Goldens", "accessible.py"],
            swiftSettings: common),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17
)
