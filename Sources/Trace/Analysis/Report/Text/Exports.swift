// `DurationStatistics` and `TextLayout` are part of this module's interface. Of all products, only
// Signpost exports them as well.
@_exported import Durations
@_exported import TextTables
// Defines the types of events' fields.
@_exported import TraceSchema
