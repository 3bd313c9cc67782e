/// A key path that may be shared between tasks.
public typealias _SendableAnyKeyPath = any AnyKeyPath & Sendable

/// A key path that may be shared between tasks, without the type of its values.
public typealias _SendablePartialKeyPath<Root> = any PartialKeyPath<Root> & Sendable

/// A key path that may be shared between tasks.
public typealias _SendableKeyPath<Root, Value> = any KeyPath<Root, Value> & Sendable

/// A key path to a mutable property that may be shared between tasks.
public typealias _SendableWritableKeyPath<Root, Value> = any WritableKeyPath<Root, Value>
  & Sendable

/// A key path to a mutable property of a reference that may be shared between tasks.
public typealias _SendableReferenceWritableKeyPath<Root, Value> = any ReferenceWritableKeyPath<
  Root, Value
> & Sendable
