// Modules that feature code and its tests use together with this library, so that one import
// suffices.
@_exported import CustomDump
@_exported import IssueReporting
@_exported import Observation
@_exported import OrderedCollections
@_exported import XCTestDynamicOverlay
