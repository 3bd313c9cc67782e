import ExampleTestSupport

let todosProgram = ExampleProgram("Todos")
