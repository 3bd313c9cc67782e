extension Lesson {
  static let sheet = Lesson(
    title: "Sheets",
    text: """
      The sheet is optional state with @Presents, and so is the alert in it: navigation is a tree. \
      The sheet says to its parent what was saved with a “delegate” action, and closes itself \
      with “dismiss”. Write a name and cancel: an alert asks first.
      """,
    mistake: """
      a parent that reacts to the buttons of the sheet. A delegate action is a promise; a button \
      may mean something else tomorrow.
      """)
}
