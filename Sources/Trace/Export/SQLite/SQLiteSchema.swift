/// The schema of the database. Documented in Documentation/Export.md.
enum SQLiteSchema {
  static let tables = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA user_version = 2;
    BEGIN;
    CREATE TABLE processes (
      id INTEGER PRIMARY KEY, pid INTEGER, name TEXT NOT NULL, host TEXT);
    CREATE TABLE threads (
      id INTEGER PRIMARY KEY, tid INTEGER NOT NULL, name TEXT NOT NULL, process INTEGER NOT NULL);
    CREATE TABLE names (id INTEGER PRIMARY KEY, prefix TEXT NOT NULL, name TEXT NOT NULL);
    CREATE TABLE spans (
      kind TEXT NOT NULL, process INTEGER NOT NULL, id INTEGER NOT NULL, thread INTEGER,
      end_thread INTEGER, name INTEGER NOT NULL, start INTEGER, end INTEGER, duration INTEGER,
      self_time INTEGER, completeness TEXT NOT NULL, outcome TEXT, parent INTEGER, cause INTEGER,
      store INTEGER, feature INTEGER, state_changed TEXT, returned TEXT, outputs INTEGER,
      sent INTEGER, queued_behind INTEGER, belongs_to INTEGER, source INTEGER, line INTEGER,
      property INTEGER, other_properties INTEGER, changed_by INTEGER,
      requested INTEGER);
    CREATE TABLE points (
      kind TEXT NOT NULL, process INTEGER NOT NULL, thread INTEGER, time INTEGER NOT NULL,
      span_kind TEXT, span INTEGER, name INTEGER, store INTEGER, cause INTEGER, text TEXT,
      metadata TEXT, level TEXT, number INTEGER, taken INTEGER, source INTEGER, line INTEGER);
    CREATE TABLE gaps (
      process INTEGER, stream TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
      unit TEXT NOT NULL, count INTEGER);
    CREATE TABLE damage (path TEXT NOT NULL, message TEXT NOT NULL);
    """

  static let indices = """
    CREATE INDEX spans_by_id ON spans (kind, process, id);
    CREATE INDEX spans_by_name ON spans (kind, name);
    CREATE INDEX spans_by_start ON spans (start);
    CREATE INDEX spans_by_cause ON spans (cause, process, kind) WHERE cause IS NOT NULL;
    CREATE INDEX points_by_time ON points (time);
    CREATE INDEX points_by_span ON points (span, process, span_kind) WHERE span IS NOT NULL;

    CREATE VIEW actions AS
    SELECT s.process, p.name AS process_name, s.thread, s.id, n.prefix, n.name, s.start, s.end,
      s.duration, s.self_time, s.completeness, s.parent, s.cause, s.store, f.name AS feature,
      s.state_changed, s.returned, s.start - s.requested AS waited,
      (SELECT text FROM points v WHERE v.span = s.id AND v.process = s.process
        AND v.span_kind = 'action' AND (v.kind = 'payload' OR v.kind = 'action_data'
        AND v.number > 0 AND length(CAST(v.text AS BLOB)) = v.number)) AS payload,
      (SELECT text FROM points v WHERE v.span = s.id AND v.process = s.process
        AND v.span_kind = 'action' AND v.kind = 'state_diff') AS state_difference
    FROM spans s JOIN processes p ON p.id = s.process JOIN names n ON n.id = s.name
      LEFT JOIN names f ON f.id = s.feature
    WHERE s.kind = 'action';

    CREATE VIEW effects AS
    SELECT s.process, p.name AS process_name, s.thread, s.id, n.prefix, n.name, s.start, s.end,
      s.duration, s.completeness, s.outcome, s.cause AS action, s.outputs, s.store,
      f.name AS feature
    FROM spans s JOIN processes p ON p.id = s.process JOIN names n ON n.id = s.name
      LEFT JOIN names f ON f.id = s.feature
    WHERE s.kind = 'effect';

    CREATE VIEW observers AS
    SELECT s.process, p.name AS process_name, s.thread, s.id, f.name AS file, s.line, s.start,
      s.end, s.duration, s.completeness, s.store, s.cause AS action, a.prefix AS action_prefix,
      a.name AS action_name, c.name AS property, s.other_properties
    FROM spans s JOIN processes p ON p.id = s.process JOIN names f ON f.id = s.source
      LEFT JOIN names a ON a.id = s.changed_by LEFT JOIN names c ON c.id = s.property
    WHERE s.kind = 'observer';

    CREATE VIEW intervals AS
    SELECT s.process, p.name AS process_name, s.thread, s.id, c.prefix AS subsystem,
      c.name AS category, n.name, s.start, s.end, s.duration, s.completeness, s.outcome,
      s.belongs_to
    FROM spans s JOIN processes p ON p.id = s.process JOIN names n ON n.id = s.name
      JOIN names c ON c.id = s.source
    WHERE s.kind = 'interval';

    CREATE VIEW logs AS
    SELECT l.process, p.name AS process_name, l.thread, l.time, l.level, n.name AS label,
      l.text AS message, l.metadata, f.name AS file, l.line
    FROM points l JOIN processes p ON p.id = l.process JOIN names n ON n.id = l.name
      LEFT JOIN names f ON f.id = l.source
    WHERE l.kind = 'log';
    COMMIT;
    """
}
