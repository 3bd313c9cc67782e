import ComposableCore
import TestSupport
import Testing

@Suite struct IdentifiedArrayTests {
  struct Item: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  /// Random operations give the same elements as on a plain array searched from front to back.
  @Test(arguments: 0..<20)
  func behavesLikeAPlainArray(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var array: IdentifiedArrayOf<Item> = []
    var model: [Item] = []
    for _ in 0..<500 {
      let id = Int.random(in: 0..<20, using: &random)
      let position = model.firstIndex { $0.id == id }
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        let result = array.append(Item(id: id))
        #expect(result.inserted == (position == nil))
        #expect(result.index == position ?? model.count)
        if position == nil { model.append(Item(id: id)) }
      case 1:
        let index = Int.random(in: 0...model.count, using: &random)
        array.insert(Item(id: id, text: "inserted"), at: index)
        if position == nil { model.insert(Item(id: id, text: "inserted"), at: index) }
      case 2:
        #expect(array.remove(id: id) == position.map { model.remove(at: $0) })
      case 3:
        array[id: id]?.text += "x"
        if let position { model[position].text += "x" }
      case 4:
        array.updateOrAppend(Item(id: id, text: "updated"))
        if let position {
          model[position] = Item(id: id, text: "updated")
        } else {
          model.append(Item(id: id, text: "updated"))
        }
      case 5:
        guard !model.isEmpty else { continue }
        let index = Int.random(in: 0..<model.count, using: &random)
        array[index].text += "y"
        model[index].text += "y"
      default:
        array.removeAll { $0.id == id }
        model.removeAll { $0.id == id }
      }
      #expect(Array(array) == model)
      #expect(Array(array.ids) == model.map(\.id))
      #expect(array[id: id] == model.first { $0.id == id })
      #expect(array.index(id: id) == model.firstIndex { $0.id == id })
    }
    #expect(array == IdentifiedArray(uniqueElements: model))
  }

  @Test func duplicatesAreCombined() {
    let items = [Item(id: 1, text: "a"), Item(id: 2, text: "b"), Item(id: 1, text: "c")]
    let array = IdentifiedArray(items) { Item(id: $0.id, text: $0.text + $1.text) }
    #expect(Array(array) == [Item(id: 1, text: "ac"), Item(id: 2, text: "b")])
  }
}
