@_exported import ComposableClocks
