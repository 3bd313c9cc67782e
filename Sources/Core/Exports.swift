// Modules that feature code and its tests use together with this library, so that one import
// suffices.
@_exported import ComposableClocks
@_exported import ComposableCombineSchedulers
@_exported import ComposableConcurrencyExtras
@_exported import ComposableDependencies
@_exported import CustomDump
@_exported import IssueReporting
@_exported import Observation
@_exported import OrderedCollections
@_exported import XCTestDynamicOverlay
