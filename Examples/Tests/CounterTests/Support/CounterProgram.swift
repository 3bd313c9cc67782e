import ExampleTestSupport

/// The built program.
let counter = ExampleProgram("Counter")
