// `DurationStatistics` and `TextLayout` are part of the interface of `Timings`.
@_exported import Durations
@_exported import TextTables
// Defines the types of recorded events' fields.
@_exported import TraceSchema
