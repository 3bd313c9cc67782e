#include "CTracePage.h"

// Embedding is of C23, and an extension before.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char styles_theme_css[] = {
#embed "Page/styles/theme.css"
};
static const unsigned char styles_page_css[] = {
#embed "Page/styles/page.css"
};
static const unsigned char styles_header_css[] = {
#embed "Page/styles/header.css"
};
static const unsigned char styles_timeline_css[] = {
#embed "Page/styles/timeline.css"
};
static const unsigned char styles_tables_css[] = {
#embed "Page/styles/tables.css"
};
static const unsigned char styles_instances_css[] = {
#embed "Page/styles/instances.css"
};
static const unsigned char styles_details_css[] = {
#embed "Page/styles/details.css"
};
static const unsigned char styles_dialog_css[] = {
#embed "Page/styles/dialog.css"
};
static const unsigned char scripts_model_Varint_js[] = {
#embed "Page/scripts/model/Varint.js"
};
static const unsigned char scripts_model_Chunk_js[] = {
#embed "Page/scripts/model/Chunk.js"
};
static const unsigned char scripts_model_ChunkCache_js[] = {
#embed "Page/scripts/model/ChunkCache.js"
};
static const unsigned char scripts_model_ChunkSource_js[] = {
#embed "Page/scripts/model/ChunkSource.js"
};
static const unsigned char scripts_model_Head_js[] = {
#embed "Page/scripts/model/Head.js"
};
static const unsigned char scripts_model_IdIndex_js[] = {
#embed "Page/scripts/model/IdIndex.js"
};
static const unsigned char scripts_model_Instances_js[] = {
#embed "Page/scripts/model/Instances.js"
};
static const unsigned char scripts_model_Words_js[] = {
#embed "Page/scripts/model/Words.js"
};
static const unsigned char scripts_model_Matcher_js[] = {
#embed "Page/scripts/model/Matcher.js"
};
static const unsigned char scripts_model_Span_js[] = {
#embed "Page/scripts/model/Span.js"
};
static const unsigned char scripts_model_Trace_js[] = {
#embed "Page/scripts/model/Trace.js"
};
static const unsigned char scripts_model_openTrace_js[] = {
#embed "Page/scripts/model/openTrace.js"
};
static const unsigned char scripts_state_PageState_js[] = {
#embed "Page/scripts/state/PageState.js"
};
static const unsigned char scripts_state_format_js[] = {
#embed "Page/scripts/state/format.js"
};
static const unsigned char scripts_main_js[] = {
#embed "Page/scripts/main.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

// Modules come after what they import, main.js is the last.
static const struct trace_page_file files[] = {
  FILE("index.html", index_html),
  FILE("styles/theme.css", styles_theme_css),
  FILE("styles/page.css", styles_page_css),
  FILE("styles/header.css", styles_header_css),
  FILE("styles/timeline.css", styles_timeline_css),
  FILE("styles/tables.css", styles_tables_css),
  FILE("styles/instances.css", styles_instances_css),
  FILE("styles/details.css", styles_details_css),
  FILE("styles/dialog.css", styles_dialog_css),
  FILE("scripts/model/Varint.js", scripts_model_Varint_js),
  FILE("scripts/model/Chunk.js", scripts_model_Chunk_js),
  FILE("scripts/model/ChunkCache.js", scripts_model_ChunkCache_js),
  FILE("scripts/model/ChunkSource.js", scripts_model_ChunkSource_js),
  FILE("scripts/model/Head.js", scripts_model_Head_js),
  FILE("scripts/model/IdIndex.js", scripts_model_IdIndex_js),
  FILE("scripts/model/Instances.js", scripts_model_Instances_js),
  FILE("scripts/model/Words.js", scripts_model_Words_js),
  FILE("scripts/model/Matcher.js", scripts_model_Matcher_js),
  FILE("scripts/model/Span.js", scripts_model_Span_js),
  FILE("scripts/model/Trace.js", scripts_model_Trace_js),
  FILE("scripts/model/openTrace.js", scripts_model_openTrace_js),
  FILE("scripts/state/PageState.js", scripts_state_PageState_js),
  FILE("scripts/state/format.js", scripts_state_format_js),
  FILE("scripts/main.js", scripts_main_js),
};

const struct trace_page_file *trace_page_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
