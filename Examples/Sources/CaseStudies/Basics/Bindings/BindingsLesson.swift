extension Lesson {
  static let bindings = Lesson(
    title: "Bindings",
    text: """
      A form writes fields directly. Each write is one action, “binding”, which BindingReducer \
      applies. The Reduce below it limits the volume, and clears the snoozes of an alarm that is \
      turned off. What is dimmed cannot be changed.
      """,
    mistake: """
      a reaction in a Reduce above BindingReducer. It runs before the write, and sees the old \
      value.
      """)
}
