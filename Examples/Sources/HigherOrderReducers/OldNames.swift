import ComposableCore

// The meaning of the name in the year of these features, for all files.

typealias Reducer = AnyReducer
