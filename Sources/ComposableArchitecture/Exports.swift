// What feature code gets with `import ComposableArchitecture`: the core, and what that re-exports.
@_exported import ComposableCore
