import IdentifiedCollections
import Sharing

/// A row of a list.
struct Row: Equatable, Identifiable {
  let id: Int
}

/// Keeps rows in memory.
struct Rows {
  @Shared(.inMemory("rows")) var rows: IdentifiedArrayOf<Row> = []
}
