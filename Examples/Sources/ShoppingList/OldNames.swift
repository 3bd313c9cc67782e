import ComposableCore

// What the name meant when features were written like this. Here it does so for all files.

typealias Reducer = AnyReducer
