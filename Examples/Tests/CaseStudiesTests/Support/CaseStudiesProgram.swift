import ExampleTestSupport

let caseStudiesProgram = ExampleProgram("CaseStudies")
