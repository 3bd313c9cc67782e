"""The contents of requests of OTLP, by the messages of the OpenTelemetry project."""

from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def plain(attributes):
    return {a.key: str(getattr(a.value, a.value.WhichOneof("value"))) for a in attributes}


def spans(data):
    """The spans of a request, a dictionary each."""
    result = []
    for resource_spans in ExportTraceServiceRequest.FromString(data).resource_spans:
        resource = plain(resource_spans.resource.attributes)
        for scope_spans in resource_spans.scope_spans:
            for span in scope_spans.spans:
                result.append(
                    {
                        "service": resource["service.name"],
                        "resource": resource,
                        "scope": scope_spans.scope.name,
                        "name": span.name,
                        "trace": span.trace_id.hex(),
                        "id": span.span_id.hex(),
                        "parent": span.parent_span_id.hex(),
                        "state": span.trace_state,
                        "start": span.start_time_unix_nano,
                        "end": span.end_time_unix_nano,
                        "status": span.status.code,
                        "attributes": plain(span.attributes),
                        "links": [[link.trace_id.hex(), link.span_id.hex()] for link in span.links],
                    }
                )
    return result


def log_records(data):
    """The log records of a request, a dictionary each."""
    result = []
    for resource_logs in ExportLogsServiceRequest.FromString(data).resource_logs:
        resource = plain(resource_logs.resource.attributes)
        for scope_logs in resource_logs.scope_logs:
            for record in scope_logs.log_records:
                result.append(
                    {
                        "service": resource["service.name"],
                        "time": record.time_unix_nano,
                        "severity": record.severity_number,
                        "level": record.severity_text,
                        "event": record.event_name,
                        "body": record.body.string_value,
                        "trace": record.trace_id.hex(),
                        "span": record.span_id.hex(),
                        "attributes": plain(record.attributes),
                    }
                )
    return result
