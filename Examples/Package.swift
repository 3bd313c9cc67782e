// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "examples",
  products: [
    .executable(name: "Counter", targets: ["Counter"])
  ],
  dependencies: [
    .package(name: "composable-signpost", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "Counter",
      dependencies: [
        .product(name: "ComposableCore", package: "composable-signpost"),
        .product(name: "Signpost", package: "composable-signpost"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "Counter",
        .product(name: "ComposableCore", package: "composable-signpost"),
        .product(name: "Signpost", package: "composable-signpost"),
      ],
      swiftSettings: swiftSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)
