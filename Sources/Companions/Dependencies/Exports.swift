// As the original library does.
@_exported import ComposableClocks
@_exported import ComposableCombineSchedulers
@_exported import ComposableConcurrencyExtras
@_exported import IssueReporting
@_exported import XCTestDynamicOverlay
