import Testing

@testable import ComposableCore

@MainActor
@Suite struct PresentationProjectionTests {
  /// A state whose wrapper is in an enum, where something else may be in its place.
  struct Shifting: Equatable {
    enum Place: Equatable {
      case sheet(PresentationState<Room>)
      case guest(Guest)
      case names([String])
    }
    var place = Place.sheet(PresentationState(wrappedValue: nil))

    var sheet: PresentationState<Room> {
      get {
        if case .sheet(let sheet) = place { sheet } else { PresentationState(wrappedValue: nil) }
      }
      set {
        if case .sheet = place { place = .sheet(newValue) }
      }
    }
  }

  @Test func aComputedWrapperIsNotTakenForAStoredOne() {
    let projection = PresentationProjection(\Shifting.sheet)
    var state = Shifting()
    withUnsafeMutablePointer(to: &state) { root in
      #expect(projection.read(root) { $0.pointee.names } == nil)
      projection.modify(root) { $0.pointee = PresentationState(wrappedValue: Room()) }
      #expect(projection.read(root) { $0.pointee.names } == Room().names)
      projection.modify(root) { $0.pointee.wrappedValue?.names = ["changed"] }
      #expect(projection.read(root) { $0.pointee.names } == ["changed"])
      for place in [Shifting.Place.guest(Guest("a")), .names(["a", "b"])] {
        root.pointee.place = place
        #expect(projection.read(root) { $0.pointee.names } == nil)
        projection.modify(root) { $0.pointee = PresentationState(wrappedValue: Room()) }
        #expect(root.pointee.place == place)
      }
    }
  }

  struct Stored {
    var before = 1
    var inner = Inner()
    @PresentationState var other: Room?
    struct Inner {
      var text = "inner"
      @PresentationState var sheet: Room?
    }
  }

  @Test(.enabled(if: RuntimeMetadata.isKnown)) func storedWrappersAreFoundInPlace() {
    let type = PresentationState<Room>.self
    let offsets = StructMetadata.places(of: type, in: Stored.self).map(\.offset)
    #expect(offsets.count == 2)
    let inner = PresentationProjection(\Stored.inner.$sheet)
    let other = PresentationProjection(\Stored.$other)
    var state = Stored()
    state.inner.sheet = Room(id: 1)
    state.other = Room(id: 2)
    withUnsafeMutablePointer(to: &state) { root in
      #expect(inner.read(root) { $0.pointee.id } == 1)
      #expect(other.read(root) { $0.pointee.id } == 2)
      let start = UnsafeRawPointer(root)
      #expect(inner.modify(root) { UnsafeRawPointer($0) - start } == offsets[0])
      #expect(other.modify(root) { UnsafeRawPointer($0) - start } == offsets[1])
    }
  }

  @Test(.enabled(if: RuntimeMetadata.isKnown)) func aWrapperOfAGenericStateIsFoundInPlace() {
    struct Generic<Value> {
      var value: Value
      @PresentationState var sheet: Room?
    }
    let projection = PresentationProjection(\Generic<String>.$sheet)
    var state = Generic(value: "a")
    state.sheet = Room(id: 3)
    withUnsafeMutablePointer(to: &state) { root in
      #expect(projection.read(root) { $0.pointee.id } == 3)
      let start = UnsafeRawPointer(root)
      #expect(projection.modify(root) { UnsafeRawPointer($0) - start } == MemoryLayout<String>.size)
    }
  }
}
