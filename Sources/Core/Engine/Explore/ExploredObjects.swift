/// The objects that several tasks of an explored run may use.
struct ExploredObjects {
  /// Retained, as another object may have the same address.
  private var objects: [ObjectIdentifier: (object: AnyObject, identity: Int, uses: Int)] = [:]

  /// Records that a task uses an object that others may use.
  mutating func use(_ object: AnyObject, by worker: ExploredWorker) {
    let id = ObjectIdentifier(object)
    if objects[id] == nil {
      worker.children += 1
      objects[id] = (object, exploredHash(worker.identity, worker.children), 0)
    }
    objects[id]?.uses += 1
    worker.absorb(objects[id]?.identity, objects[id]?.uses)
  }
}
