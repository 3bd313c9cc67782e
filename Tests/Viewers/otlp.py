"""Writes what is in a request of OTLP, a line of JSON for each span.

    otlp.py FILE
"""

import json
import sys

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

with open(sys.argv[1], "rb") as file:
    request = ExportTraceServiceRequest.FromString(file.read())


def plain(attributes):
    return {a.key: str(getattr(a.value, a.value.WhichOneof("value"))) for a in attributes}


for resource_spans in request.resource_spans:
    resource = plain(resource_spans.resource.attributes)
    for scope_spans in resource_spans.scope_spans:
        for span in scope_spans.spans:
            print(
                json.dumps(
                    {
                        "service": resource["service.name"],
                        "scope": scope_spans.scope.name,
                        "name": span.name,
                        "trace": span.trace_id.hex(),
                        "id": span.span_id.hex(),
                        "parent": span.parent_span_id.hex(),
                        "start": span.start_time_unix_nano,
                        "end": span.end_time_unix_nano,
                        "status": span.status.code,
                        "attributes": plain(span.attributes),
                        "links": [[link.trace_id.hex(), link.span_id.hex()] for link in span.links],
                    }
                )
            )
