// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let core: Target.Dependency = .product(name: "ComposableCore", package: "composable-signpost")
let signpost: Target.Dependency = .product(name: "Signpost", package: "composable-signpost")
let signpostTests: Target.Dependency = .product(
  name: "SignpostTestSupport", package: "composable-signpost")
let testSupport: Target.Dependency = .product(
  name: "ComposableCoreTestSupport", package: "composable-signpost")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let httpServer: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]

let package = Package(
  name: "examples",
  products: [
    .executable(name: "Counter", targets: ["Counter"])
  ],
  dependencies: [
    // With its default traits, as in a build of the package itself: each trait is a compilation
    // condition of all modules, and another set of them compiles everything once more.
    .package(name: "composable-signpost", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "TerminalKit", dependencies: [core, argumentParser], swiftSettings: swiftSettings),
    .target(
      name: "LoopbackServer", dependencies: httpServer + [argumentParser],
      swiftSettings: swiftSettings),
    .target(name: "Requests", swiftSettings: swiftSettings),
    .target(
      name: "PageKit",
      dependencies: httpServer + ["LoopbackServer", "TerminalKit", core, argumentParser],
      resources: [.embedInCode("Page/base.css"), .embedInCode("Page/channel.js")],
      swiftSettings: swiftSettings),
    .target(
      name: "NumberFacts",
      dependencies: httpServer + ["LoopbackServer", "Requests", core, argumentParser],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "Counter",
      dependencies: ["NumberFacts", "TerminalKit", core, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "NumberFactCounter",
      dependencies: ["NumberFacts", "TerminalKit", core, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "ShoppingList", dependencies: ["TerminalKit", core, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "HigherOrderReducers",
      dependencies: ["NumberFacts", "TerminalKit", core, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "AuctionHouse",
      dependencies: httpServer + [
        "LoopbackServer", "Requests", "TerminalKit", core, signpost, argumentParser,
      ],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "ExampleTestSupport", dependencies: httpServer, path: "Tests/ExampleTestSupport",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ExampleTestSupportTests", dependencies: ["Counter", "ExampleTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "Counter", "ExampleTestSupport", "NumberFacts", "TerminalKit", core, signpostTests,
        testSupport,
      ],
      exclude: ["Sessions"],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "NumberFactCounterTests",
      dependencies: [
        "ExampleTestSupport", "NumberFactCounter", "NumberFacts", core, signpostTests, testSupport,
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "ShoppingListTests",
      dependencies: ["ExampleTestSupport", "ShoppingList", core, testSupport],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "HigherOrderReducersTests",
      dependencies: [
        "ExampleTestSupport", "HigherOrderReducers", core, signpostTests, testSupport,
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "AuctionHouseTests",
      dependencies: ["AuctionHouse", "ExampleTestSupport", core, signpostTests, testSupport],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "NumberFactsTests", dependencies: ["NumberFacts"], swiftSettings: swiftSettings),
    .testTarget(
      name: "RequestsTests", dependencies: httpServer + ["LoopbackServer", "Requests"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TerminalKitTests", dependencies: ["TerminalKit", core], swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Targets that use the macros. The plug-in takes minutes to build the first time.
if Context.environment["COMPOSABLE_WITHOUT_MACROS"] == nil {
  let architecture: Target.Dependency = .product(
    name: "ComposableArchitecture", package: "composable-signpost")
  package.targets += [
    .executableTarget(
      name: "CaseStudies",
      dependencies: httpServer + [
        "LoopbackServer", "NumberFacts", "Requests", "TerminalKit", architecture, signpost,
        argumentParser,
      ],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "FeatureWithDependencies",
      dependencies: ["NumberFacts", "TerminalKit", architecture, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "Search",
      dependencies: [
        "LoopbackServer", "Requests", "TerminalKit", architecture, signpost, argumentParser,
      ] + httpServer,
      resources: [.embedInCode("Places/places.tsv")],
      swiftSettings: swiftSettings
    ),
    .target(
      name: "AuthenticationClient", dependencies: ["Requests", architecture],
      path: "Sources/TicTacToe/AuthenticationClient", swiftSettings: swiftSettings),
    .target(
      name: "AuthenticationService",
      dependencies: ["AuthenticationClient", "LoopbackServer"] + httpServer,
      path: "Sources/TicTacToe/AuthenticationService", swiftSettings: swiftSettings),
    .target(
      name: "TwoFactorCore", dependencies: ["AuthenticationClient", architecture],
      path: "Sources/TicTacToe/TwoFactorCore", swiftSettings: swiftSettings),
    .target(
      name: "LoginCore", dependencies: ["AuthenticationClient", "TwoFactorCore", architecture],
      path: "Sources/TicTacToe/LoginCore", swiftSettings: swiftSettings),
    .target(
      name: "GameCore", dependencies: [architecture], path: "Sources/TicTacToe/GameCore",
      swiftSettings: swiftSettings),
    .target(
      name: "NewGameCore", dependencies: ["GameCore", architecture],
      path: "Sources/TicTacToe/NewGameCore", swiftSettings: swiftSettings),
    .target(
      name: "AppCore", dependencies: ["LoginCore", "NewGameCore", architecture],
      path: "Sources/TicTacToe/AppCore", swiftSettings: swiftSettings),
    .executableTarget(
      name: "TicTacToe",
      dependencies: [
        "AppCore", "AuthenticationClient", "AuthenticationService", "GameCore", "LoginCore",
        "LoopbackServer", "NewGameCore", "PageKit", "TerminalKit", "TwoFactorCore", architecture,
        signpost, argumentParser,
      ],
      path: "Sources/TicTacToe/TicTacToe",
      resources: [
        .embedInCode("Web/Page/page.css"), .embedInCode("Web/Page/page.html"),
        .embedInCode("Web/Page/page.js"),
      ],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "SensorMemos", dependencies: ["TerminalKit", architecture, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "TutorialCounter",
      dependencies: ["NumberFacts", "TerminalKit", architecture, signpost, argumentParser],
      swiftSettings: swiftSettings
    ),
    .executableTarget(
      name: "Todos",
      dependencies: ["PageKit", "TerminalKit", architecture, signpost, argumentParser],
      resources: [
        .embedInCode("Web/Page/page.css"), .embedInCode("Web/Page/page.html"),
        .embedInCode("Web/Page/page.js"),
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "CaseStudiesTests",
      dependencies: [
        "CaseStudies", "ExampleTestSupport", "LoopbackServer", "NumberFacts", "TerminalKit",
        architecture, signpostTests, testSupport,
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "FeatureWithDependenciesTests",
      dependencies: [
        "ExampleTestSupport", "FeatureWithDependencies", "NumberFacts", architecture, testSupport,
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SearchTests",
      dependencies: [
        "ExampleTestSupport", "LoopbackServer", "Search", "TerminalKit", architecture,
        signpostTests, testSupport,
      ] + httpServer,
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "SensorMemosTests",
      dependencies: [
        "ExampleTestSupport", "SensorMemos", "TerminalKit", architecture, signpostTests,
        testSupport,
      ],
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "TicTacToeTests",
      dependencies: [
        "AppCore", "AuthenticationClient", "AuthenticationService", "ExampleTestSupport",
        "GameCore", "LoginCore", "LoopbackServer", "NewGameCore", "PageKit", "TerminalKit",
        "TicTacToe", "TwoFactorCore", architecture, signpostTests, testSupport,
      ] + httpServer,
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "TodosTests",
      dependencies: [
        "Todos", "ExampleTestSupport", "PageKit", architecture, signpostTests, testSupport,
      ]
        + httpServer,
      swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "TutorialCounterTests",
      dependencies: [
        "ExampleTestSupport", "NumberFacts", "TutorialCounter", architecture, signpostTests,
        testSupport,
      ],
      swiftSettings: swiftSettings
    ),
  ]
}

// As in the package above: the only tests to keep.
if let kept = Context.environment["COMPOSABLE_ONLY_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !kept.contains($0.name) }
}
