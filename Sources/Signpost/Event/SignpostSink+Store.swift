import CCore
import CLTTng
import ComposableCore

extension SignpostSink {
  func storeCreated(_ store: StoreIdentity, _ start: RecordedStart) {
    if composable_store_created_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_store_created_do(
        store.id, store.parent, CStringConstant(nameOfFeature(store.feature)).pointer,
        CStringConstant(store.fileID).pointer, UInt32(clamping: store.line), start.isAnnounced,
        start.age)
    }
    recorder?.append { ids in
      .storeCreated(
        store: ids.store(store.id), parent: ids.store(store.parent),
        feature: nameOfFeature(store.feature))
    }
  }

  func storeReleased(_ store: StoreIdentity) {
    if composable_store_released_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_store_released_do(
        store.id, store.parent, CStringConstant(nameOfFeature(store.feature)).pointer,
        CStringConstant(store.fileID).pointer,
        UInt32(clamping: store.line))
    }
    recorder?.append { ids in .storeReleased(store: ids.store(store.id)) }
  }

  func send(_ action: SentAction) {
    if composable_send_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_send_do(
        action.id, action.cause, action.store, UInt32(clamping: action.depth), action.isReentrant,
        action.name, action.waited)
    }
    guard let recorder, recorder.details.contains(.sends) else { return }
    recorder.append { ids in
      .send(
        action: ids.action(action.id), cause: ids.effect(action.cause),
        store: ids.store(action.store), depth: action.depth, isReentrant: action.isReentrant,
        name: String(cString: action.name))
    }
  }

  func scope(store: UInt64, child: UInt64, isCached: Bool) {
    if composable_scope_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_scope_do(store, child, isCached)
    }
    recorder?.append { ids in
      .scope(store: ids.store(store), child: ids.store(child), isCached: isCached)
    }
  }

  /// Whether a session or a recorder records observers now.
  var recordsObservers: Bool { recorder != nil || composable_observe_begin_enabled() }

  func observeBegin(_ observer: ObserverIdentity, _ cause: ObserverCause) {
    let property = cause.property.flatMap(PropertyName.of)
    if composable_observe_begin_enabled() {
      let none = CStringConstant.empty.pointer
      SchemaAnnouncement.announceIfNeeded()
      composable_observe_begin_do(
        cause.store, CStringConstant(observer.fileID).pointer, UInt32(clamping: observer.line),
        cause.action.id, cause.action.prefix ?? none, cause.action.name ?? none,
        property?.pointer ?? none, UInt32(clamping: cause.others))
    }
    recorder?.append { ids in
      .observeBegin(
        store: ids.store(cause.store), file: observer.fileID.description,
        action: ids.action(cause.action.id),
        property: property.map { String(cString: $0.pointer) } ?? "", others: cause.others)
    }
  }

  func observeEnd(_ observer: ObserverIdentity, store: UInt64) {
    if composable_observe_end_enabled() {
      SchemaAnnouncement.announceIfNeeded()
      composable_observe_end_do(
        store, CStringConstant(observer.fileID).pointer, UInt32(clamping: observer.line))
    }
    recorder?.append { ids in
      .observeEnd(store: ids.store(store), file: observer.fileID.description)
    }
  }

  func observerLatency(_ observer: ObserverIdentity, store: UInt64, duration: UInt64) {
    guard composable_observer_enabled() else { return }
    SchemaAnnouncement.announceIfNeeded()
    composable_observer_do(
      store, CStringConstant(observer.fileID).pointer, UInt32(clamping: observer.line), duration)
  }
}
