// swift-tools-version: 6.2

import PackageDescription

// The operations of the product BenchSuites, measured with ordo-one/benchmark. README.md says how.
let package = Package(
  name: "composable-signpost-benchmarks",
  dependencies: [
    .package(name: "composable-signpost", path: "..", traits: ["Tracing"]),
    // Without traits: the default one counts allocations with jemalloc, which is one more thing to
    // install. Bench counts them.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Operations",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "BenchSuites", package: "composable-signpost"),
      ],
      path: "Benchmarks/Operations",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    )
  ],
  swiftLanguageModes: [.v6]
)
