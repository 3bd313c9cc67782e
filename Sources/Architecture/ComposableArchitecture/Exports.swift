// The modules of feature code with `import ComposableArchitecture`: the core, and its re-exports.
@_exported import ComposableCore
