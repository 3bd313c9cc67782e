// What feature code gets with `import ComposableArchitecture`.
@_exported import ComposableCore
@_exported import CustomDump
@_exported import IssueReporting
@_exported import Observation
@_exported import OrderedCollections
