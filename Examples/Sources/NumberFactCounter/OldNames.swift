import ComposableCore

// The meaning of the names in the year of these features, for all files.

typealias Reducer = AnyReducer
typealias Effect = EffectPublisher
