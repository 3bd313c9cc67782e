// `DurationStatistics` and `TextLayout` are part of what `Timings` offers.
@_exported import Durations
@_exported import TextTables
// What recorded events hold is named by it.
@_exported import TraceSchema
