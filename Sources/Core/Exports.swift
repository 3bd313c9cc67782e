// What feature code and its tests use together with this library: one import does.
@_exported import CustomDump
@_exported import IssueReporting
@_exported import Observation
@_exported import OrderedCollections
