// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// Debian and Ubuntu packages this package builds against; `make setup` installs them:
//   liblttng-ust-dev    the tracepoint headers (CLTTng)
//   libbabeltrace2-dev  the trace reader (CBabeltrace)
//   libsqlite3-dev      databases of traces (CSQLite)
//   zlib1g-dev          compression of pages and of what is sent to a collector (CZlib)
// At run time, `signpost record` needs lttng-tools. Reading traces needs libbabeltrace2-0,
// databases of them libsqlite3-0, and sending to a collector libcurl4: each is loaded when it is
// needed.

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Thousands of random programs run in each test run: their side is optimised, the engine is not.
let randomProgramSettings = swiftSettings + [.unsafeFlags(["-O"])]

// Modules that are named as the original's libraries, for code that imports those by name. Each
// holds what this package has of the library, which is exported from elsewhere: one import brings
// all of it. Names of modules are unique in a graph of packages, and a client may depend on the
// original libraries. Thus a module is called `ComposableClocks`, unless the environment says that
// `Clocks` is free.
let modulePrefix = Context.environment["COMPOSABLE_PLAIN_MODULES"] == nil ? "Composable" : ""

func module(_ name: String, exporting dependencies: Target.Dependency...) -> Target {
  .target(
    name: modulePrefix + name, dependencies: dependencies, path: "Sources/Modules/\(name)",
    swiftSettings: swiftSettings)
}

func product(of module: Target) -> Product {
  .library(name: String(module.name.dropFirst(modulePrefix.count)), targets: [module.name])
}

let package = Package(
  name: "composable-signpost",
  products: [
    .library(name: "ComposableCore", targets: ["ComposableCore"]),
    .library(name: "ComposableCoreTestSupport", targets: ["ComposableCoreTestSupport"]),
    .library(name: "Signpost", targets: ["Signpost"]),
    .library(name: "SignpostTestSupport", targets: ["SignpostTestSupport"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
    // The first with `LogEvent`, which log handlers are given.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.3.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    // For the macros alone: nothing else builds it.
  ],
  targets: [
    .target(name: "CCore"),
    .target(
      name: "ComposableCore",
      dependencies: [
        "CCore",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      path: "Sources/Core",
      swiftSettings: swiftSettings
    ),
    .target(
      name: "ComposableCoreTestSupport",
      dependencies: [
        "ComposableCore",
        // Only what links this can report failures to the test libraries.
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Sources/CoreTestSupport",
      swiftSettings: swiftSettings
    ),
    .target(name: "CLTTng", cSettings: [.headerSearchPath(".")]),
    .target(
      name: "Signpost",
      dependencies: [
        "CCore", "CLTTng", "ComposableCore", "Durations", "ReplayFile", "TextTables", "TraceSchema",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "SignpostTestSupport",
      dependencies: [
        "ComposableCore", "ReplayFile", "Signpost", "TextTables",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        // What reports failures to the test libraries.
        "ComposableCoreTestSupport",
      ],
      swiftSettings: swiftSettings
    ),
    // What traces hold, for what writes them and what reads them.
    .target(name: "TraceSchema", swiftSettings: swiftSettings),
    // What `signpost extract` writes and what replays it.
    .target(name: "ReplayFile", swiftSettings: swiftSettings),
    .target(name: "TextTables", swiftSettings: swiftSettings),
    .target(
      name: "Durations",
      dependencies: [.product(name: "Histogram", package: "hdrhistogram-swift")],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "TestSupport", dependencies: ["ComposableCore"], path: "Tests/TestSupport",
      swiftSettings: swiftSettings),
    .target(
      name: "Scenarios",
      dependencies: [
        "ComposableCore", "Signpost", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Scenarios",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "ScenarioRunner",
      dependencies: ["Scenarios"],
      path: "Tests/ScenarioRunner",
      swiftSettings: swiftSettings
    ),
    // States of all layouts, and programs that change them.
    .target(
      name: "EngineLayouts",
      dependencies: [
        "ComposableCore", "TestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/EngineLayouts",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "LayoutRunner",
      dependencies: ["EngineLayouts"],
      path: "Tests/LayoutRunner",
      swiftSettings: swiftSettings
    ),
    .testTarget(name: "CLTTngTests", dependencies: ["CLTTng"], swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceSchemaTests", dependencies: ["CLTTng", "TraceSchema"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CoreTests",
      dependencies: [
        "ComposableCore", "EngineLayouts", "ScenarioRunner", "TestSupport",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      exclude: ["Observation/README.md"],
      swiftSettings: swiftSettings
    ),
    // What the engine is held against.
    .target(
      name: "ReferenceEngine", dependencies: ["ComposableCore"], path: "Tests/ReferenceEngine",
      swiftSettings: randomProgramSettings),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "ComposableCore", "ReferenceEngine", "TestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      exclude: ["README.md"],
      swiftSettings: randomProgramSettings
    ),
    .testTarget(
      name: "CoreTestSupportTests",
      dependencies: [
        "ComposableCore", "ComposableCoreTestSupport",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignpostTests",
      dependencies: [
        "CLTTng", "ComposableCore", "Signpost", "Scenarios", "TestSupport",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignpostTestSupportTests",
      dependencies: [
        "ComposableCore", "ReplayFile", "Scenarios", "SignpostTestSupport", "TestSupport",
      ],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)

// What records and reads traces, and Bench. Tests of the libraries alone can do without, such as
// with sanitizers.
if Context.environment["COMPOSABLE_WITHOUT_TOOLS"] == nil {
  package.products += [
    .library(name: "TraceAnalysis", targets: ["TraceAnalysis"]),
    .library(name: "TraceComparison", targets: ["TraceComparison"]),
    .library(name: "TraceExport", targets: ["TraceExport"]),
    .executable(name: "signpost", targets: ["SignpostTool"]),
    .executable(name: "Bench", targets: ["Bench"]),
    .library(name: "BenchSuites", targets: ["BenchSuites"]),
  ]
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // The server of `signpost view`.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ]
  package.targets += [
    // Opens libraries that are not linked.
    .target(name: "CLibraryLoader"),
    // Load libbabeltrace2 and SQLite when something is read or written with them: machines that
    // only record need not have them.
    .target(name: "CBabeltrace", dependencies: ["CLibraryLoader"]),
    .target(name: "CSQLite", dependencies: ["CLibraryLoader"]),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
    // Loads libcurl when something is sent, and needs nothing of it to be built.
    .target(name: "CCurl", dependencies: ["CLibraryLoader"]),
    // The page that shows a trace, whose files are embedded.
    .target(name: "CTracePage", exclude: ["Page"]),
    .target(
      name: "TraceAnalysis",
      dependencies: [
        "CBabeltrace", "CPUProfiles", "Durations", "ReplayFile", "SystemSupport", "TextTables",
        "TraceSchema",
      ],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "TraceExport",
      dependencies: [
        "CCurl", "CPUProfiles", "CSQLite", "CTracePage", "CZlib", "Durations", "ReplayFile",
        "TextTables", "TraceAnalysis", "TraceSchema",
      ],
      swiftSettings: swiftSettings),
    // What differs between recordings.
    .target(
      name: "TraceComparison", dependencies: ["Durations", "TextTables", "TraceAnalysis"],
      swiftSettings: swiftSettings),
    // Shows a recording to browsers on this machine.
    .target(
      name: "TraceServer",
      dependencies: [
        "TraceAnalysis", "TraceExport",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: swiftSettings),
    .target(name: "CProcesses"),
    // Files, temporary directories, and processes to start.
    .target(name: "SystemSupport", swiftSettings: swiftSettings),
    // Samples of processor time: what perf prints of them, and what a recording keeps.
    .target(name: "CPUProfiles", dependencies: ["SystemSupport"], swiftSettings: swiftSettings),
    .target(
      name: "TraceRecording",
      dependencies: ["CPUProfiles", "CProcesses", "SystemSupport", "TraceSchema"],
      swiftSettings: swiftSettings),
    // The events that `signpost doctor` records.
    .target(name: "CSelfTest", dependencies: ["CLTTng"]),
    .executableTarget(
      name: "SignpostTool",
      dependencies: [
        "CPUProfiles", "CSelfTest", "SystemSupport", "TextTables", "TraceAnalysis",
        "TraceComparison", "TraceExport", "TraceRecording", "TraceSchema", "TraceServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings
    ),
    .target(name: "CBenchLoops", dependencies: ["CLTTng"]),
    .target(
      name: "BenchSuites",
      dependencies: [
        "CBenchLoops", "CLTTng", "ComposableCore", "ReplayFile", "Signpost",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: swiftSettings
    ),
    .target(name: "CAllocations"),
    .target(name: "CMachine"),
    .target(
      name: "BenchHarness",
      dependencies: [
        "BenchSuites", "CAllocations", "CBenchLoops", "CLTTng", "CMachine", "SystemSupport",
        "TextTables", "TraceAnalysis", "TraceRecording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "Bench", dependencies: ["BenchHarness", "BenchSuites"], swiftSettings: swiftSettings),
    // Its actions take known amounts of work.
    .executableTarget(
      name: "PlantedProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/PlantedProgram",
      swiftSettings: randomProgramSettings
    ),
    // Spends its processor time in known functions, for CPU profiles.
    .executableTarget(
      name: "ProfiledProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/ProfiledProgram",
      swiftSettings: randomProgramSettings
    ),
    // Does the same with code of the kinds that profilers have trouble with.
    .executableTarget(
      name: "RecursiveProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/RecursiveProgram",
      swiftSettings: randomProgramSettings
    ),
    // Is built with Signpost, and does not mention it.
    .executableTarget(
      name: "PlainProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/PlainProgram",
      swiftSettings: swiftSettings
    ),
    // Scenarios that are recorded by LTTng, against what a recorder keeps of them.
    .testTarget(
      name: "RecordedScenarioTests",
      dependencies: [
        "CLTTng", "Scenarios", "ScenarioRunner", "Signpost", "SignpostTool", "TestSupport",
        "TraceAnalysis",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "TraceAnalysisTests",
      dependencies: [
        "CZlib", "Durations", "ReplayFile", "SignpostTool", "TestSupport", "TextTables",
        "TraceAnalysis",
        "TraceExport", "TraceSchema",
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "BenchFixture",
      dependencies: ["BenchHarness", "BenchSuites", "ComposableCore"],
      path: "Tests/BenchFixture",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "BenchTests",
      dependencies: [
        "BenchFixture", "BenchHarness", "BenchSuites", "CAllocations", "SystemSupport",
        "TestSupport", "TextTables", "TraceRecording",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceComparisonTests",
      dependencies: ["TextTables", "TraceAnalysis", "TraceComparison"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CPUProfilesTests", dependencies: ["CPUProfiles", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SystemSupportTests", dependencies: ["SystemSupport", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceRecordingTests",
      dependencies: ["SystemSupport", "TraceRecording", "TraceSchema", "TestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignpostToolTests",
      dependencies: [
        "CPUProfiles", "ProfiledProgram", "RecursiveProgram", "SignpostTool", "SystemSupport",
        "TestSupport", "TraceAnalysis", "TraceRecording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
  ]
}

// The macros, and all that needs swift-syntax. What is built several times over, such as with
// sanitizers, can do without.
if Context.environment["COMPOSABLE_WITHOUT_MACROS"] == nil {
  package.products.append(
    .library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"]))
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-syntax", "601.0.0"..<"604.0.0"))
  package.targets += [
    .macro(
      name: "ComposableArchitectureMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      path: "Sources/Macros",
      swiftSettings: swiftSettings
    ),
    .target(
      name: "ComposableArchitecture",
      dependencies: ["ComposableArchitectureMacros", "ComposableCore"],
      swiftSettings: swiftSettings
    ),
    // Runs the compiler with the plug-in. A test target that names the plug-in has SwiftPM build
    // all tests, and swift-syntax with them, a second time for the host.
    .testTarget(
      name: "MacrosTests",
      dependencies: [
        "ComposableArchitecture", "TestSupport",
        .product(name: "CustomDump", package: "swift-custom-dump"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ComposableArchitectureTests",
      dependencies: [
        "ComposableArchitecture",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: swiftSettings
    ),
  ]
}

var modules = [
  module("Clocks", exporting: "ComposableCore"),
  module("CombineSchedulers", exporting: "ComposableCore"),
  module("ConcurrencyExtras", exporting: "ComposableCore"),
  module("Dependencies", exporting: "ComposableCore"),
  module("DependenciesTestSupport", exporting: "ComposableCoreTestSupport"),
  module("IdentifiedCollections", exporting: "ComposableCore"),
  module("Sharing", exporting: "ComposableCore"),
]

// These have macros.
var moduleTestSettings: [SwiftSetting] = []
if Context.environment["COMPOSABLE_WITHOUT_MACROS"] == nil {
  modules += [
    module("CasePaths", exporting: "ComposableArchitecture"),
    module("DependenciesMacros", exporting: "ComposableArchitecture"),
    module("SwiftNavigation", exporting: "ComposableArchitecture"),
  ]
  moduleTestSettings.append(.define("COMPOSABLE_MACROS"))
}
package.targets += modules

// Imports the modules as clients do that leave their imports alone.
package.targets.append(
  .testTarget(
    name: "ModulesTests",
    dependencies: modules.map { .target(name: $0.name) } + [
      .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
    ],
    swiftSettings: swiftSettings + moduleTestSettings
      + (modulePrefix.isEmpty
        ? []
        : [
          .unsafeFlags(
            modules.map { $0.name.dropFirst(modulePrefix.count) }
              .flatMap { ["-module-alias", "\($0)=\(modulePrefix)\($0)"] })
        ])
  ))
package.products += modules.map(product)

// SwiftPM links all tests of a package into one program, and thus compiles all of them. The
// environment may name the only ones to keep, as `make check` does.
if let kept = Context.environment["COMPOSABLE_ONLY_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}
