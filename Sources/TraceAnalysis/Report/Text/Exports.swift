// `DurationStatistics` and `TextLayout` are part of what this module offers, and of no other
// product's but Signpost's, which offers them likewise.
@_exported import Durations
@_exported import TextTables
// What events hold is named by it.
@_exported import TraceSchema
