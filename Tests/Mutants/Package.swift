// swift-tools-version: 6.2

import PackageDescription

// Apart from the package of this repository, which needs swift-syntax for its macros alone.
let package = Package(
  name: "mutants",
  dependencies: [
    // As in the package of this repository.
    .package(url: "https://github.com/swiftlang/swift-syntax", "601.0.0"..<"604.0.0")
  ],
  targets: [
    .target(
      name: "MutantGenerator",
      dependencies: [
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]),
    .executableTarget(name: "GenerateMutants", dependencies: ["MutantGenerator"]),
    .testTarget(name: "MutantGeneratorTests", dependencies: ["MutantGenerator"]),
  ],
  swiftLanguageModes: [.v6]
)
