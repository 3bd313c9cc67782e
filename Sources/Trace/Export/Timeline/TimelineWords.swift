// The names of categories and arguments in all formats.

extension TimelineCategory {
  /// The displayed text.
  var word: StaticString {
    switch self {
    case .action: "action"
    case .effect: "effect"
    case .interval: "interval"
    case .observer: "observer"
    case .store: "store"
    case .send: "send"
    case .queued: "queued"
    case .output: "output"
    case .event: "event"
    case .log: "log"
    case .budget: "budget"
    case .scope: "scope"
    case .schema: "schema"
    case .gap: "gap"
    case .value: "value"
    case .damage: "damage"
    case .path: "path"
    case .step: "step"
    case .beside: "beside"
    case .slack: "slack"
    }
  }
}

extension TimelineArgument {
  /// The displayed text.
  var word: StaticString {
    switch self {
    case .action: "action"
    case .effect: "effect"
    case .interval: "interval"
    case .store: "store"
    case .parent: "parent"
    case .cause: "cause"
    case .child: "child"
    case .feature: "feature"
    case .prefix: "prefix"
    case .completeness: "completeness"
    case .outcome: "outcome"
    case .stateChanged: "state changed"
    case .returned: "returned"
    case .outputs: "outputs"
    case .payload: "payload"
    case .stateDiff: "state difference"
    case .file: "file"
    case .line: "line"
    case .level: "level"
    case .label: "label"
    case .message: "message"
    case .metadata: "metadata"
    case .subsystem: "subsystem"
    case .category: "category"
    case .belongsTo: "belongs to"
    case .depth: "queued behind"
    case .isReentrant: "reentrant"
    case .isCached: "was there"
    case .budget: "budget (ns)"
    case .taken: "taken (ns)"
    case .waited: "waited (ns)"
    case .stream: "stream"
    case .lost: "lost"
    case .unit: "unit"
    case .version: "version"
    case .library: "library"
    case .segment: "segment"
    case .slack: "slack (ns)"
    case .origin: "origin"
    case .lowerBound: "lower bound"
    case .actions: "actions"
    case .effects: "effects"
    case .omitted: "steps left out"
    case .reducersTime: "reducers (ns)"
    case .queueTime: "queue (ns)"
    case .waitingTime: "waiting (ns)"
    case .effectsTime: "effects (ns)"
    case .observersTime: "observers (ns)"
    case .unknownTime: "unknown (ns)"
    case .property: "property"
    case .otherProperties: "other properties"
    case .changedBy: "changed by"
    }
  }
}
