/// The states within the payloads of an observable enum.
///
/// Without the runtime's metadata, payloads are copied out with `Mirror`: their states are known by
/// their ids then, but not changed.
struct ObservedEnum {
  let states: ObservedLayout.States
  /// Functions for changes of payloads in place; `nil` if that is impossible.
  let access: ObservedLayout.Access?

  init<State: ObservableState>(_: State.Type) {
    if let metadata = EnumMetadata(State.self) {
      self.init(metadata, of: State.self)
    } else {
      self.init(mirroring: State.self)
    }
  }

  private init<State: ObservableState>(_ metadata: EnumMetadata, of _: State.Type) {
    let payloads = (0..<metadata.caseCount).map { metadata.payload(ofCase: $0) }

    /// Runs `body` with the payload of a value, to be read.
    func withPayload(
      of value: UnsafeRawPointer, _ body: (ObservedLayout, UnsafeRawPointer) -> Void
    ) {
      let tag = metadata.tag(of: value)
      guard tag < payloads.count, let payload = payloads[tag] else { return }
      metadata.withPayload(ofValueAt: value, boxOffset: payload.boxOffset) {
        body(ObservedLayout.of(any: payload.type), $0)
      }
    }

    /// Runs `body` with the payload of a value, to be changed in place. Not for an indirect case,
    /// whose payload other values may share.
    func withMutablePayload<Result>(
      of value: UnsafeMutableRawPointer,
      _ body: (ObservedLayout, UnsafeMutableRawPointer) -> Result?
    ) -> Result? {
      let tag = metadata.tag(of: value)
      guard tag < payloads.count, let payload = payloads[tag], payload.boxOffset == nil else {
        return nil
      }
      let layout = ObservedLayout.of(any: payload.type)
      guard layout.states != nil else { return nil }
      metadata.projectPayload(value)
      defer { metadata.inject(tag, into: value) }
      return body(layout, value)
    }

    states = ObservedLayout.States(
      noteDifferences: { old, new in
        let isSameCase = metadata.tag(of: old) == metadata.tag(of: new)
        if !isSameCase { ObservedFields.noteCase(of: State.self) }
        withPayload(of: new) { layout, new in
          guard isSameCase else { return layout.states?.noteReplacement(new) ?? () }
          withPayload(of: old) { _, old in layout.states?.noteDifferences(old, new) }
        }
      },
      noteReplacement: { value in
        withPayload(of: value) { $0.states?.noteReplacement($1) }
      },
      separate: { value in
        _ = withMutablePayload(of: value) { $0.states?.separate($1) }
      })
    access = ObservedLayout.Access(
      begin: { value in
        withMutablePayload(of: value) { $0.access?.begin($1) } ?? .unknown
      },
      end: { value, access in
        withMutablePayload(of: value) { $0.access?.end($1, access) } ?? true
      })
  }

  private init<State: ObservableState>(mirroring _: State.Type) {
    func withPayload(
      of value: UnsafeRawPointer, _ body: (ObservedLayout, UnsafeRawPointer) -> Void
    ) {
      func open<Payload>(_ payload: Payload) {
        withUnsafePointer(to: payload) { body(ObservedLayout.of(Payload.self), $0) }
      }
      guard
        let payload = MirroredCase(value.assumingMemoryBound(to: State.self).pointee)?.payload
      else { return }
      _openExistential(payload, do: open)
    }
    func id(_ value: UnsafeRawPointer) -> ObservableStateID {
      value.assumingMemoryBound(to: State.self).pointee._$id
    }
    states = ObservedLayout.States(
      noteDifferences: { old, new in
        if id(old) != id(new) { ObservedFields.noteCase(of: State.self) }
        withPayload(of: new) { $0.states?.noteReplacement($1) }
      },
      noteReplacement: { value in
        withPayload(of: value) { $0.states?.noteReplacement($1) }
      },
      separate: { _ in })
    access = nil
  }
}
