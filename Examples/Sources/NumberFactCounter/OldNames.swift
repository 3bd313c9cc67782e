import ComposableCore

// What the names meant when features were written like this. Here they do so for all files.

typealias Reducer = AnyReducer
typealias Effect = EffectPublisher
