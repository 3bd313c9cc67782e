/// The parts of the list of studies.
enum StudyGroup: String, CaseIterable, Sendable {
  case basics = "Basics"
  case effects = "Effects"
  case navigation = "Navigation"
  case components = "Components"

  /// The studies of the group, in their order.
  var studies: [StudyID] { StudyID.allCases.filter { $0.group == self } }
}
