@_exported import ComposableCore
