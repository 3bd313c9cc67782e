// swift-tools-version: 6.2

import CompilerPluginSupport
import Foundation
import PackageDescription

// Debian and Ubuntu packages this package builds against; `make setup` installs them:
//   liblttng-ust-dev    the tracepoint headers (CLTTng)
//   libbabeltrace2-dev  the trace reader (CBabeltrace)
//   libsqlite3-dev      databases of traces (CSQLite)
//   zlib1g-dev          compression of pages and of requests to a collector (CZlib)
// At run time, `signpost record` needs lttng-tools. Reading traces needs libbabeltrace2-0,
// databases of them libsqlite3-0, and sending to a collector libcurl4: each is loaded when it is
// needed.

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Thousands of random programs run in each test run: their side is optimised, the engine is not.
let randomProgramSettings = swiftSettings + [.unsafeFlags(["-O"])]

// Parts of the package that need dependencies of their own. A client that leaves one out does not
// fetch them: `.package(url: …, traits: [])` fetches the dependencies of `ComposableCore` alone.
// Traits decide on dependencies, and cannot leave out targets: the environment does that for builds
// of this package itself, see below.
//
// SwiftPM makes each enabled trait a compilation condition of all modules, in an order that differs
// from one plan of a build to the next, and another order compiles everything again. So one trait
// is enabled by default, and enables no others: the dependencies name all traits that need them.
let migrations = [
  "ComposableArchitecture2Deprecations", "ComposableArchitecture2DeprecationOverloads",
]
let withLibraries = Set(["Libraries", "Tools"] + migrations)
let withMacros = withLibraries.union(["Macros"])
let withTracing = withLibraries.union(["Tracing"])
let macros = TargetDependencyCondition.when(traits: withMacros)
let tracing = TargetDependencyCondition.when(traits: withTracing)
let tools = TargetDependencyCondition.when(traits: ["Tools"])

// Clients run no command of this package: SwiftPM reads its manifest from the repository, where it
// has no directory, and then from a directory that lies among the dependencies of the client.
let isDependency =
  Context.packageDirectory == "/"
  || Context.packageDirectory.contains("/checkouts/")
    && FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/../../repositories")

// Modules with the names of the original's libraries, for code that imports those by name. Each
// exports this package's declarations of the library from elsewhere, so that one import brings all
// of it. Names of modules are unique in a graph of packages, and a client may depend on the
// original libraries. Thus a module is called `ComposableClocks`, unless the environment says that
// `Clocks` is free.
let modulePrefix = Context.environment["COMPOSABLE_PLAIN_MODULES"] == nil ? "Composable" : ""

func module(_ name: String, exporting dependencies: Target.Dependency...) -> Target {
  .target(
    name: modulePrefix + name, dependencies: dependencies,
    path: "Sources/Architecture/Names/\(name)",
    swiftSettings: swiftSettings)
}

/// A module that the core is built on, and that clients import by itself.
func companion(_ name: String, dependencies: Target.Dependency...) -> Target {
  .target(
    name: "Composable\(name)",
    dependencies: dependencies + [
      "CCore", "CompanionSupport",
      .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
    ],
    path: "Sources/Companions/\(name)", swiftSettings: swiftSettings)
}

func companionTests(_ name: String) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [
      .target(name: "Composable\(name)"), "TestSupport",
      .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
    ],
    path: "Tests/Companions/\(name)Tests", swiftSettings: swiftSettings)
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
  traits: [
    .trait(name: "Macros", description: "ComposableArchitecture, and what else has macros"),
    .trait(name: "Tracing", description: "Signpost, and the libraries that read traces"),
    .trait(name: "Libraries", description: "All libraries: Macros and Tracing in one"),
    .trait(name: "Tools", description: "All libraries, and the commands signpost and Bench"),
    // The original's traits, which the manifests of its clients may name. A client that names them
    // has no default traits, so that they stand for all libraries.
    .trait(
      name: migrations[0],
      description: "All libraries; the original reports earlier spellings as deprecated."),
    .trait(
      name: migrations[1],
      description: "All libraries; the original adds overloads that report earlier spellings."),
    .default(enabledTraits: isDependency ? ["Libraries"] : ["Tools"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
    // The first with `LogEvent`, which log handlers are given.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.3.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
  ],
  targets: [
    .target(name: "CCore", path: "Sources/Support/Runtime"),
    .target(
      name: "CompanionSupport",
      dependencies: [
        "CCore", .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      path: "Sources/Companions/Support", swiftSettings: swiftSettings),
    companion("ConcurrencyExtras"),
    companion("Clocks", dependencies: "ComposableConcurrencyExtras"),
    companion("CombineSchedulers", dependencies: "ComposableConcurrencyExtras"),
    companion(
      "Dependencies",
      dependencies: "ComposableClocks", "ComposableCombineSchedulers",
      "ComposableConcurrencyExtras",
      .product(name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay")),
    .target(
      name: "ComposableCore",
      dependencies: [
        "CCore", "CompanionSupport", "ComposableClocks", "ComposableCombineSchedulers",
        "ComposableConcurrencyExtras", "ComposableDependencies",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay"),
      ],
      path: "Sources/Core",
      swiftSettings: swiftSettings
    ),
    .target(
      name: "ComposableCoreTestSupport",
      dependencies: [
        "CCore", "CompanionSupport", "ComposableCore",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        // Only a program that links this can report failures to the test libraries.
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Sources/TestSupport/Core",
      swiftSettings: swiftSettings
    ),
    .target(name: "CLTTng", cSettings: [.headerSearchPath(".")]),
    .target(
      name: "Signpost",
      dependencies: [
        "CCore", "CLTTng", "CompanionSupport", "ComposableCore", "Durations", "ReplayFile",
        "TextTables", "TraceSchema",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: tracing),
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "Logging", package: "swift-log", condition: tracing),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: tracing),
      ],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "SignpostTestSupport",
      dependencies: [
        "ByteBuffers", "CCore", "CompanionSupport", "ComposableCore", "ReplayFile", "Signpost",
        "TextTables",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        // Reports failures to the test libraries.
        "ComposableCoreTestSupport",
      ],
      path: "Sources/TestSupport/Signpost",
      swiftSettings: swiftSettings
    ),
    // The vocabulary of traces, for their writers and readers.
    .target(name: "TraceSchema", path: "Sources/Support/Schema", swiftSettings: swiftSettings),
    // Recorded sessions, for `signpost extract` and for replays.
    .target(
      name: "ReplayFile", path: "Sources/Support/ReplayFile", swiftSettings: swiftSettings),
    .target(name: "TextTables", path: "Sources/Support/Text", swiftSettings: swiftSettings),
    // Bytes that exporters collect: JSON, CSV, hexadecimal numbers.
    .target(name: "ByteBuffers", path: "Sources/Support/Bytes", swiftSettings: swiftSettings),
    .target(
      name: "Durations", path: "Sources/Support/Durations",
      swiftSettings: swiftSettings + [.define("HAS_TRACING", .when(traits: withTracing))]),
    .target(
      name: "TestSupport",
      dependencies: [
        "CompanionSupport", "ComposableClocks", "ComposableCombineSchedulers",
        "ComposableDependencies",
      ],
      path: "Tests/TestSupport/TestSupport", swiftSettings: swiftSettings),
    .target(
      name: "Scenarios",
      dependencies: [
        "ComposableCore", "Signpost", "TestSupport",
        .product(name: "Logging", package: "swift-log", condition: tracing),
      ],
      path: "Tests/Signpost/Scenarios",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "ScenarioRunner",
      dependencies: ["Scenarios"],
      path: "Tests/Signpost/ScenarioRunner",
      swiftSettings: swiftSettings
    ),
    // States of all layouts, and programs that change them.
    .target(
      name: "EngineLayouts",
      dependencies: [
        "ComposableCore", "TestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/Core/EngineLayouts",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "LayoutRunner",
      dependencies: ["EngineLayouts"],
      path: "Tests/Core/LayoutRunner",
      swiftSettings: swiftSettings
    ),
    // Exits while a file is written.
    .executableTarget(
      name: "FileStorageProgram", dependencies: ["ComposableCore"],
      path: "Tests/Core/FileStorageProgram",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "CLTTngTests", dependencies: ["CLTTng"], path: "Tests/CLTTng/CLTTngTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceSchemaTests", dependencies: ["TraceSchema"],
      path: "Tests/Support/TraceSchemaTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ByteBuffersTests", dependencies: ["ByteBuffers"],
      path: "Tests/Support/ByteBuffersTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TextTablesTests", dependencies: ["TextTables"], path: "Tests/Support/TextTablesTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "DurationsTests", dependencies: ["Durations", "TestSupport"],
      path: "Tests/Support/DurationsTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ReplayFileTests", dependencies: ["ByteBuffers", "ReplayFile", "TestSupport"],
      path: "Tests/Support/ReplayFileTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CoreTests",
      dependencies: [
        "ComposableCore", "EngineLayouts", "FileStorageProgram", "TestSupport",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      path: "Tests/Core/CoreTests",
      exclude: ["Observation/README.md"],
      swiftSettings: swiftSettings
    ),
    // The reference for the engine, which uses nothing of Core.
    .target(
      name: "ReferenceEngine", path: "Tests/Core/ReferenceEngine",
      swiftSettings: randomProgramSettings),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "ComposableCore", "ComposableCoreTestSupport", "ReferenceEngine", "TestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/Core/EngineTests",
      exclude: ["README.md"],
      swiftSettings: randomProgramSettings
    ),
    .testTarget(
      name: "CoreTestSupportTests",
      dependencies: [
        "ComposableCore", "ComposableCoreTestSupport",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/TestSupport/CoreTestSupportTests",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignpostTests",
      dependencies: [
        "ComposableCore", "Signpost", "Scenarios", "TestSupport",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: tracing),
        .product(name: "InMemoryLogging", package: "swift-log", condition: tracing),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: tracing),
        .product(name: "Logging", package: "swift-log", condition: tracing),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: tracing),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: tracing),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/Signpost/SignpostTests",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SignpostTestSupportTests",
      dependencies: [
        "ByteBuffers", "ComposableCore", "ReplayFile", "Scenarios", "SignpostTestSupport",
        "TestSupport",
      ],
      path: "Tests/TestSupport/SignpostTestSupportTests",
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Recording and reading traces, and Bench. A build for tests of the libraries alone, such as one
// with sanitizers, can leave them out.
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
    // The statistics of Bench.
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    // The server of `signpost view`.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ]
  package.targets += [
    // Opens libraries that are not linked.
    .target(name: "CLibraryLoader", path: "Sources/Support/Libraries/Loader"),
    // Load libbabeltrace2 and SQLite when something is read or written with them: machines that
    // only record need not have them.
    .target(
      name: "CBabeltrace", dependencies: ["CLibraryLoader"],
      path: "Sources/Support/Libraries/Babeltrace"),
    .target(
      name: "CSQLite", dependencies: ["CLibraryLoader"], path: "Sources/Support/Libraries/SQLite"),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/Support/Libraries/Zlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]
    ),
    // Loads libcurl when something is sent, and needs nothing of it to be built.
    .target(
      name: "CCurl", dependencies: ["CLibraryLoader"], path: "Sources/Support/Libraries/Curl"),
    // The page that shows a trace, whose files are embedded.
    .target(name: "CTracePage", path: "Sources/Trace/Page", exclude: ["Page"]),
    .target(
      name: "TraceAnalysis",
      dependencies: [
        "ByteBuffers", "CBabeltrace", "CPUProfiles", "Durations", "RecordingManifests",
        "SystemSupport", "TextTables", "TraceSchema",
      ],
      path: "Sources/Trace/Analysis",
      swiftSettings: swiftSettings
    ),
    .target(
      name: "TraceExport",
      dependencies: [
        "ByteBuffers", "CCurl", "CPUProfiles", "CSQLite", "CTracePage", "CZlib", "Durations",
        "RecordingManifests", "ReplayFile", "SystemSupport", "TextTables", "TraceAnalysis",
        "TraceSchema",
      ],
      path: "Sources/Trace/Export",
      swiftSettings: swiftSettings),
    // Comparison of recordings.
    .target(
      name: "TraceComparison", dependencies: ["Durations", "TextTables", "TraceAnalysis"],
      path: "Sources/Trace/Comparison",
      swiftSettings: swiftSettings),
    // Shows a recording to browsers on this machine.
    .target(
      name: "TraceServer",
      dependencies: [
        "ByteBuffers", "TraceAnalysis", "TraceExport",
        .product(name: "FlyingFox", package: "FlyingFox", condition: tools),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: tools),
      ],
      path: "Sources/Tool/Server",
      swiftSettings: swiftSettings),
    .target(name: "CProcesses", path: "Sources/Recording/C"),
    // The facts that a recording has about itself, for its writer and its readers.
    .target(
      name: "RecordingManifests", path: "Sources/Support/Manifest", swiftSettings: swiftSettings),
    // Files, temporary directories, and processes to start.
    .target(name: "SystemSupport", path: "Sources/Support/System", swiftSettings: swiftSettings),
    // Samples of processor time: the output of perf, and the profile in a recording.
    .target(
      name: "CPUProfiles", dependencies: ["SystemSupport"], path: "Sources/Support/Profiles",
      swiftSettings: swiftSettings),
    .target(
      name: "TraceRecording",
      dependencies: [
        "CPUProfiles", "CProcesses", "RecordingManifests", "SystemSupport", "TraceSchema",
      ],
      path: "Sources/Recording/Recorder",
      swiftSettings: swiftSettings),
    // The events that `signpost doctor` records.
    .target(name: "CSelfTest", dependencies: ["CLTTng"], path: "Sources/Tool/SelfTest"),
    .executableTarget(
      name: "SignpostTool",
      dependencies: [
        "CSelfTest", "ReplayFile", "SystemSupport", "TextTables", "TraceAnalysis",
        "TraceComparison", "TraceExport", "TraceRecording", "TraceSchema", "TraceServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
      ],
      path: "Sources/Tool/Command",
      swiftSettings: swiftSettings
    ),
    .target(name: "CBenchLoops", dependencies: ["CLTTng"], path: "Sources/Bench/C/Loops"),
    .target(
      name: "BenchSuites",
      dependencies: [
        "ByteBuffers", "CBenchLoops", "ComposableCore", "ReplayFile", "Signpost",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: tracing),
        .product(name: "Logging", package: "swift-log", condition: tracing),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: tracing),
      ],
      path: "Sources/Bench/Suites",
      swiftSettings: swiftSettings
    ),
    .target(name: "CAllocations", path: "Sources/Bench/C/Allocations"),
    .target(name: "CMachine", path: "Sources/Bench/C/Machine"),
    .target(
      name: "BenchHarness",
      dependencies: [
        "BenchSuites", "CAllocations", "CBenchLoops", "CLTTng", "CMachine", "SystemSupport",
        "TextTables", "TraceAnalysis", "TraceRecording",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
        .product(name: "Histogram", package: "hdrhistogram-swift", condition: tools),
      ],
      path: "Sources/Bench/Harness",
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "Bench", dependencies: ["BenchHarness", "BenchSuites"], path: "Sources/Bench/Main",
      swiftSettings: swiftSettings),
    // Its actions take known amounts of work.
    .executableTarget(
      name: "PlantedProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/Tool/PlantedProgram",
      swiftSettings: randomProgramSettings
    ),
    // Has one of the mistakes that `signpost findings` has rules for.
    .executableTarget(
      name: "MistakenProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/Tool/MistakenProgram",
      swiftSettings: randomProgramSettings
    ),
    // Can be changed as `signpost whatif` predicts.
    .executableTarget(
      name: "ChangedProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/Tool/ChangedProgram",
      swiftSettings: randomProgramSettings
    ),
    // Spends its processor time in known functions, for CPU profiles.
    .executableTarget(
      name: "ProfiledProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/Tool/ProfiledProgram",
      swiftSettings: randomProgramSettings
    ),
    // Does the same with code of the kinds that profilers have trouble with.
    .executableTarget(
      name: "RecursiveProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/Tool/RecursiveProgram",
      swiftSettings: randomProgramSettings
    ),
    // Is built with Signpost, and does not mention it.
    .executableTarget(
      name: "PlainProgram",
      dependencies: ["ComposableCore", "Signpost"],
      path: "Tests/Signpost/PlainProgram",
      swiftSettings: swiftSettings
    ),
    // Compares LTTng's recordings of scenarios with the events that a recorder keeps.
    .testTarget(
      name: "RecordedScenarioTests",
      dependencies: [
        "Scenarios", "ScenarioRunner", "Signpost", "SignpostTool", "TestSupport", "TraceAnalysis",
        "TraceSchema",
        .product(name: "Logging", package: "swift-log", condition: tracing),
      ],
      path: "Tests/Signpost/RecordedScenarioTests",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "TraceAnalysisTests",
      dependencies: [
        "CZlib", "Durations", "RecordingManifests", "ReplayFile", "SignpostTool", "SystemSupport",
        "TestSupport", "TextTables", "TraceAnalysis", "TraceExport", "TraceSchema",
      ],
      path: "Tests/Trace/TraceAnalysisTests",
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "BenchFixture",
      dependencies: ["BenchHarness", "BenchSuites", "ComposableCore"],
      path: "Tests/Bench/BenchFixture",
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "BenchTests",
      dependencies: [
        "BenchFixture", "BenchHarness", "BenchSuites", "CAllocations", "SystemSupport",
        "TestSupport", "TextTables", "TraceRecording",
      ],
      path: "Tests/Bench/BenchTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceComparisonTests",
      dependencies: ["TextTables", "TraceAnalysis", "TraceComparison"],
      path: "Tests/Trace/TraceComparisonTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CPUProfilesTests", dependencies: ["CPUProfiles", "TestSupport"],
      path: "Tests/Support/CPUProfilesTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LibrariesTests", dependencies: ["CBabeltrace", "CCurl", "CLibraryLoader", "CSQLite"],
      path: "Tests/Support/LibrariesTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceServerTests",
      dependencies: ["TestSupport", "TraceAnalysis", "TraceExport", "TraceServer"],
      path: "Tests/Tool/TraceServerTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SystemSupportTests", dependencies: ["SystemSupport"],
      path: "Tests/Support/SystemSupportTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TraceRecordingTests",
      dependencies: ["RecordingManifests", "SystemSupport", "TraceRecording", "TestSupport"],
      path: "Tests/Recording/TraceRecordingTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "SignpostToolTests",
      dependencies: [
        "ProfiledProgram", "RecursiveProgram", "SignpostTool", "SystemSupport", "TestSupport",
        "TraceAnalysis", "TraceRecording",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tools),
      ],
      path: "Tests/Tool/SignpostToolTests",
      swiftSettings: swiftSettings),
  ]
}

// The macros, and all that needs swift-syntax. A repeated build, such as one with sanitizers, can
// leave them out.
if Context.environment["COMPOSABLE_WITHOUT_MACROS"] == nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-syntax", "601.0.0"..<"604.0.0"))
  package.targets += [
    .macro(
      name: "ComposableArchitectureMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
      ],
      path: "Sources/Architecture/Macros",
      swiftSettings: swiftSettings + [.define("HAS_MACROS", .when(traits: withMacros))]
    ),
    .target(
      name: "ComposableArchitecture",
      dependencies: ["ComposableArchitectureMacros", "ComposableCore"],
      path: "Sources/Architecture/ComposableArchitecture",
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
      path: "Tests/Architecture/MacrosTests",
      exclude: ["Fixtures"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ComposableArchitectureTests",
      dependencies: [
        "ComposableArchitecture", "ComposableCoreTestSupport",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      path: "Tests/Architecture/ComposableArchitectureTests",
      swiftSettings: swiftSettings
    ),
  ]
}

// The modules that the core is built on. Where the plain names are free, a module of such a name
// exports each.
let companions = ["Clocks", "CombineSchedulers", "ConcurrencyExtras", "Dependencies"]
if modulePrefix.isEmpty {
  package.targets += companions.map { module($0, exporting: .target(name: "Composable\($0)")) }
}
let companionModules = companions.map { modulePrefix + $0 }
package.targets += companions.map(companionTests)
package.products += zip(companions, companionModules).map { .library(name: $0, targets: [$1]) }

var modules = [
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
  // A client that depends on the umbrella alone imports the modules by name, too.
  let parts =
    companionModules + modules.map(\.name).filter { !$0.hasSuffix("TestSupport") }
  package.products.append(
    .library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"] + parts))
}
package.targets += modules

let moduleNames = companionModules + modules.map(\.name)

// Imports the modules as clients do that leave their imports alone.
package.targets.append(
  .testTarget(
    name: "ModulesTests",
    dependencies: moduleNames.map { .target(name: $0) } + [
      .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay")
    ],
    path: "Tests/Architecture/ModulesTests",
    swiftSettings: swiftSettings + moduleTestSettings
      + (modulePrefix.isEmpty
        ? []
        : [
          .unsafeFlags(
            moduleNames.map { $0.dropFirst(modulePrefix.count) }
              .flatMap { ["-module-alias", "\($0)=\(modulePrefix)\($0)"] })
        ])
  ))
package.products += modules.map(product)

// SwiftPM links all tests of a package into one program, and thus compiles all of them. The
// environment may name the only ones to keep, as `make check` does.
if let kept = Context.environment["COMPOSABLE_ONLY_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}
