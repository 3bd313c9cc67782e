// Written by scripts/embed-page.mjs.
#include "CTracePage.h"

// `#embed` is part of C23, and an extension before.
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
static const unsigned char styles_flame_css[] = {
#embed "Page/styles/flame.css"
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
static const unsigned char styles_comparison_css[] = {
#embed "Page/styles/comparison.css"
};
static const unsigned char styles_live_css[] = {
#embed "Page/styles/live.css"
};
static const unsigned char scripts_app_Announcer_js[] = {
#embed "Page/scripts/app/Announcer.js"
};
static const unsigned char scripts_app_makeElement_js[] = {
#embed "Page/scripts/app/makeElement.js"
};
static const unsigned char scripts_app_ChoiceSwitch_js[] = {
#embed "Page/scripts/app/ChoiceSwitch.js"
};
static const unsigned char scripts_state_format_js[] = {
#embed "Page/scripts/state/format.js"
};
static const unsigned char scripts_model_Head_js[] = {
#embed "Page/scripts/model/Head.js"
};
static const unsigned char scripts_panels_Report_js[] = {
#embed "Page/scripts/panels/Report.js"
};
static const unsigned char scripts_panels_reportText_js[] = {
#embed "Page/scripts/panels/reportText.js"
};
static const unsigned char scripts_panels_TracePanel_js[] = {
#embed "Page/scripts/panels/TracePanel.js"
};
static const unsigned char scripts_app_HeaderBar_js[] = {
#embed "Page/scripts/app/HeaderBar.js"
};
static const unsigned char scripts_app_HelpDialog_js[] = {
#embed "Page/scripts/app/HelpDialog.js"
};
static const unsigned char scripts_app_Notices_js[] = {
#embed "Page/scripts/app/Notices.js"
};
static const unsigned char scripts_state_PageState_js[] = {
#embed "Page/scripts/state/PageState.js"
};
static const unsigned char scripts_app_copyText_js[] = {
#embed "Page/scripts/app/copyText.js"
};
static const unsigned char scripts_app_goToSpan_js[] = {
#embed "Page/scripts/app/goToSpan.js"
};
static const unsigned char scripts_panels_nestedActions_js[] = {
#embed "Page/scripts/panels/nestedActions.js"
};
static const unsigned char scripts_model_Words_js[] = {
#embed "Page/scripts/model/Words.js"
};
static const unsigned char scripts_panels_reactions_js[] = {
#embed "Page/scripts/panels/reactions.js"
};
static const unsigned char scripts_panels_criticalPath_js[] = {
#embed "Page/scripts/panels/criticalPath.js"
};
static const unsigned char scripts_panels_meanwhile_js[] = {
#embed "Page/scripts/panels/meanwhile.js"
};
static const unsigned char scripts_timeline_Palette_js[] = {
#embed "Page/scripts/timeline/Palette.js"
};
static const unsigned char scripts_app_PrefixHues_js[] = {
#embed "Page/scripts/app/PrefixHues.js"
};
static const unsigned char scripts_panels_reportTables_js[] = {
#embed "Page/scripts/panels/reportTables.js"
};
static const unsigned char scripts_panels_OverviewPanel_js[] = {
#embed "Page/scripts/panels/OverviewPanel.js"
};
static const unsigned char scripts_panels_Series_js[] = {
#embed "Page/scripts/panels/Series.js"
};
static const unsigned char scripts_panels_spanText_js[] = {
#embed "Page/scripts/panels/spanText.js"
};
static const unsigned char scripts_panels_DetailsPanel_js[] = {
#embed "Page/scripts/panels/DetailsPanel.js"
};
static const unsigned char scripts_panels_filterText_js[] = {
#embed "Page/scripts/panels/filterText.js"
};
static const unsigned char scripts_panels_searchNames_js[] = {
#embed "Page/scripts/panels/searchNames.js"
};
static const unsigned char scripts_panels_SearchBox_js[] = {
#embed "Page/scripts/panels/SearchBox.js"
};
static const unsigned char scripts_profile_flameLayout_js[] = {
#embed "Page/scripts/profile/flameLayout.js"
};
static const unsigned char scripts_profile_FlameGraph_js[] = {
#embed "Page/scripts/profile/FlameGraph.js"
};
static const unsigned char scripts_profile_flameTree_js[] = {
#embed "Page/scripts/profile/flameTree.js"
};
static const unsigned char scripts_profile_FlamePanel_js[] = {
#embed "Page/scripts/profile/FlamePanel.js"
};
static const unsigned char scripts_model_Matcher_js[] = {
#embed "Page/scripts/model/Matcher.js"
};
static const unsigned char scripts_panels_DataTable_js[] = {
#embed "Page/scripts/panels/DataTable.js"
};
static const unsigned char scripts_panels_durationAxis_js[] = {
#embed "Page/scripts/panels/durationAxis.js"
};
static const unsigned char scripts_panels_DotChart_js[] = {
#embed "Page/scripts/panels/DotChart.js"
};
static const unsigned char scripts_panels_InstancesPanel_js[] = {
#embed "Page/scripts/panels/InstancesPanel.js"
};
static const unsigned char scripts_panels_TablesPanel_js[] = {
#embed "Page/scripts/panels/TablesPanel.js"
};
static const unsigned char scripts_timeline_LabelCache_js[] = {
#embed "Page/scripts/timeline/LabelCache.js"
};
static const unsigned char scripts_timeline_StripBuffer_js[] = {
#embed "Page/scripts/timeline/StripBuffer.js"
};
static const unsigned char scripts_timeline_RecordPainter_js[] = {
#embed "Page/scripts/timeline/RecordPainter.js"
};
static const unsigned char scripts_timeline_timeSteps_js[] = {
#embed "Page/scripts/timeline/timeSteps.js"
};
static const unsigned char scripts_timeline_BackgroundPainter_js[] = {
#embed "Page/scripts/timeline/BackgroundPainter.js"
};
static const unsigned char scripts_timeline_Camera_js[] = {
#embed "Page/scripts/timeline/Camera.js"
};
static const unsigned char scripts_timeline_CauseLinks_js[] = {
#embed "Page/scripts/timeline/CauseLinks.js"
};
static const unsigned char scripts_timeline_CurvePainter_js[] = {
#embed "Page/scripts/timeline/CurvePainter.js"
};
static const unsigned char scripts_timeline_Highlight_js[] = {
#embed "Page/scripts/timeline/Highlight.js"
};
static const unsigned char scripts_timeline_HitTester_js[] = {
#embed "Page/scripts/timeline/HitTester.js"
};
static const unsigned char scripts_timeline_KeyboardInput_js[] = {
#embed "Page/scripts/timeline/KeyboardInput.js"
};
static const unsigned char scripts_timeline_LaneLabels_js[] = {
#embed "Page/scripts/timeline/LaneLabels.js"
};
static const unsigned char scripts_model_Curve_js[] = {
#embed "Page/scripts/model/Curve.js"
};
static const unsigned char scripts_timeline_LaneLayout_js[] = {
#embed "Page/scripts/timeline/LaneLayout.js"
};
static const unsigned char scripts_timeline_OverlayPainter_js[] = {
#embed "Page/scripts/timeline/OverlayPainter.js"
};
static const unsigned char scripts_timeline_OverviewStrip_js[] = {
#embed "Page/scripts/timeline/OverviewStrip.js"
};
static const unsigned char scripts_timeline_PointerInput_js[] = {
#embed "Page/scripts/timeline/PointerInput.js"
};
static const unsigned char scripts_timeline_SpanCursor_js[] = {
#embed "Page/scripts/timeline/SpanCursor.js"
};
static const unsigned char scripts_timeline_SpanTip_js[] = {
#embed "Page/scripts/timeline/SpanTip.js"
};
static const unsigned char scripts_timeline_Timeline_js[] = {
#embed "Page/scripts/timeline/Timeline.js"
};
static const unsigned char scripts_app_PeerLink_js[] = {
#embed "Page/scripts/app/PeerLink.js"
};
static const unsigned char scripts_app_Shortcuts_js[] = {
#embed "Page/scripts/app/Shortcuts.js"
};
static const unsigned char scripts_app_SplitHandle_js[] = {
#embed "Page/scripts/app/SplitHandle.js"
};
static const unsigned char scripts_app_Theme_js[] = {
#embed "Page/scripts/app/Theme.js"
};
static const unsigned char scripts_app_PageApp_js[] = {
#embed "Page/scripts/app/PageApp.js"
};
static const unsigned char scripts_comparison_comparedRows_js[] = {
#embed "Page/scripts/comparison/comparedRows.js"
};
static const unsigned char scripts_comparison_comparisonTable_js[] = {
#embed "Page/scripts/comparison/comparisonTable.js"
};
static const unsigned char scripts_comparison_ComparisonApp_js[] = {
#embed "Page/scripts/comparison/ComparisonApp.js"
};
static const unsigned char scripts_live_liveText_js[] = {
#embed "Page/scripts/live/liveText.js"
};
static const unsigned char scripts_live_liveTables_js[] = {
#embed "Page/scripts/live/liveTables.js"
};
static const unsigned char scripts_live_LiveDetails_js[] = {
#embed "Page/scripts/live/LiveDetails.js"
};
static const unsigned char scripts_live_LiveFeed_js[] = {
#embed "Page/scripts/live/LiveFeed.js"
};
static const unsigned char scripts_live_LiveSummary_js[] = {
#embed "Page/scripts/live/LiveSummary.js"
};
static const unsigned char scripts_live_LiveTable_js[] = {
#embed "Page/scripts/live/LiveTable.js"
};
static const unsigned char scripts_live_LiveApp_js[] = {
#embed "Page/scripts/live/LiveApp.js"
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
static const unsigned char scripts_model_IdIndex_js[] = {
#embed "Page/scripts/model/IdIndex.js"
};
static const unsigned char scripts_model_InstanceSearches_js[] = {
#embed "Page/scripts/model/InstanceSearches.js"
};
static const unsigned char scripts_model_Instances_js[] = {
#embed "Page/scripts/model/Instances.js"
};
static const unsigned char scripts_model_Profile_js[] = {
#embed "Page/scripts/model/Profile.js"
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
static const unsigned char scripts_main_js[] = {
#embed "Page/scripts/main.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

// Modules come after their imports; main.js is the last.
static const struct trace_page_file files[] = {
  FILE("index.html", index_html),
  FILE("styles/theme.css", styles_theme_css),
  FILE("styles/page.css", styles_page_css),
  FILE("styles/header.css", styles_header_css),
  FILE("styles/timeline.css", styles_timeline_css),
  FILE("styles/tables.css", styles_tables_css),
  FILE("styles/flame.css", styles_flame_css),
  FILE("styles/instances.css", styles_instances_css),
  FILE("styles/details.css", styles_details_css),
  FILE("styles/dialog.css", styles_dialog_css),
  FILE("styles/comparison.css", styles_comparison_css),
  FILE("styles/live.css", styles_live_css),
  FILE("scripts/app/Announcer.js", scripts_app_Announcer_js),
  FILE("scripts/app/makeElement.js", scripts_app_makeElement_js),
  FILE("scripts/app/ChoiceSwitch.js", scripts_app_ChoiceSwitch_js),
  FILE("scripts/state/format.js", scripts_state_format_js),
  FILE("scripts/model/Head.js", scripts_model_Head_js),
  FILE("scripts/panels/Report.js", scripts_panels_Report_js),
  FILE("scripts/panels/reportText.js", scripts_panels_reportText_js),
  FILE("scripts/panels/TracePanel.js", scripts_panels_TracePanel_js),
  FILE("scripts/app/HeaderBar.js", scripts_app_HeaderBar_js),
  FILE("scripts/app/HelpDialog.js", scripts_app_HelpDialog_js),
  FILE("scripts/app/Notices.js", scripts_app_Notices_js),
  FILE("scripts/state/PageState.js", scripts_state_PageState_js),
  FILE("scripts/app/copyText.js", scripts_app_copyText_js),
  FILE("scripts/app/goToSpan.js", scripts_app_goToSpan_js),
  FILE("scripts/panels/nestedActions.js", scripts_panels_nestedActions_js),
  FILE("scripts/model/Words.js", scripts_model_Words_js),
  FILE("scripts/panels/reactions.js", scripts_panels_reactions_js),
  FILE("scripts/panels/criticalPath.js", scripts_panels_criticalPath_js),
  FILE("scripts/panels/meanwhile.js", scripts_panels_meanwhile_js),
  FILE("scripts/timeline/Palette.js", scripts_timeline_Palette_js),
  FILE("scripts/app/PrefixHues.js", scripts_app_PrefixHues_js),
  FILE("scripts/panels/reportTables.js", scripts_panels_reportTables_js),
  FILE("scripts/panels/OverviewPanel.js", scripts_panels_OverviewPanel_js),
  FILE("scripts/panels/Series.js", scripts_panels_Series_js),
  FILE("scripts/panels/spanText.js", scripts_panels_spanText_js),
  FILE("scripts/panels/DetailsPanel.js", scripts_panels_DetailsPanel_js),
  FILE("scripts/panels/filterText.js", scripts_panels_filterText_js),
  FILE("scripts/panels/searchNames.js", scripts_panels_searchNames_js),
  FILE("scripts/panels/SearchBox.js", scripts_panels_SearchBox_js),
  FILE("scripts/profile/flameLayout.js", scripts_profile_flameLayout_js),
  FILE("scripts/profile/FlameGraph.js", scripts_profile_FlameGraph_js),
  FILE("scripts/profile/flameTree.js", scripts_profile_flameTree_js),
  FILE("scripts/profile/FlamePanel.js", scripts_profile_FlamePanel_js),
  FILE("scripts/model/Matcher.js", scripts_model_Matcher_js),
  FILE("scripts/panels/DataTable.js", scripts_panels_DataTable_js),
  FILE("scripts/panels/durationAxis.js", scripts_panels_durationAxis_js),
  FILE("scripts/panels/DotChart.js", scripts_panels_DotChart_js),
  FILE("scripts/panels/InstancesPanel.js", scripts_panels_InstancesPanel_js),
  FILE("scripts/panels/TablesPanel.js", scripts_panels_TablesPanel_js),
  FILE("scripts/timeline/LabelCache.js", scripts_timeline_LabelCache_js),
  FILE("scripts/timeline/StripBuffer.js", scripts_timeline_StripBuffer_js),
  FILE("scripts/timeline/RecordPainter.js", scripts_timeline_RecordPainter_js),
  FILE("scripts/timeline/timeSteps.js", scripts_timeline_timeSteps_js),
  FILE("scripts/timeline/BackgroundPainter.js", scripts_timeline_BackgroundPainter_js),
  FILE("scripts/timeline/Camera.js", scripts_timeline_Camera_js),
  FILE("scripts/timeline/CauseLinks.js", scripts_timeline_CauseLinks_js),
  FILE("scripts/timeline/CurvePainter.js", scripts_timeline_CurvePainter_js),
  FILE("scripts/timeline/Highlight.js", scripts_timeline_Highlight_js),
  FILE("scripts/timeline/HitTester.js", scripts_timeline_HitTester_js),
  FILE("scripts/timeline/KeyboardInput.js", scripts_timeline_KeyboardInput_js),
  FILE("scripts/timeline/LaneLabels.js", scripts_timeline_LaneLabels_js),
  FILE("scripts/model/Curve.js", scripts_model_Curve_js),
  FILE("scripts/timeline/LaneLayout.js", scripts_timeline_LaneLayout_js),
  FILE("scripts/timeline/OverlayPainter.js", scripts_timeline_OverlayPainter_js),
  FILE("scripts/timeline/OverviewStrip.js", scripts_timeline_OverviewStrip_js),
  FILE("scripts/timeline/PointerInput.js", scripts_timeline_PointerInput_js),
  FILE("scripts/timeline/SpanCursor.js", scripts_timeline_SpanCursor_js),
  FILE("scripts/timeline/SpanTip.js", scripts_timeline_SpanTip_js),
  FILE("scripts/timeline/Timeline.js", scripts_timeline_Timeline_js),
  FILE("scripts/app/PeerLink.js", scripts_app_PeerLink_js),
  FILE("scripts/app/Shortcuts.js", scripts_app_Shortcuts_js),
  FILE("scripts/app/SplitHandle.js", scripts_app_SplitHandle_js),
  FILE("scripts/app/Theme.js", scripts_app_Theme_js),
  FILE("scripts/app/PageApp.js", scripts_app_PageApp_js),
  FILE("scripts/comparison/comparedRows.js", scripts_comparison_comparedRows_js),
  FILE("scripts/comparison/comparisonTable.js", scripts_comparison_comparisonTable_js),
  FILE("scripts/comparison/ComparisonApp.js", scripts_comparison_ComparisonApp_js),
  FILE("scripts/live/liveText.js", scripts_live_liveText_js),
  FILE("scripts/live/liveTables.js", scripts_live_liveTables_js),
  FILE("scripts/live/LiveDetails.js", scripts_live_LiveDetails_js),
  FILE("scripts/live/LiveFeed.js", scripts_live_LiveFeed_js),
  FILE("scripts/live/LiveSummary.js", scripts_live_LiveSummary_js),
  FILE("scripts/live/LiveTable.js", scripts_live_LiveTable_js),
  FILE("scripts/live/LiveApp.js", scripts_live_LiveApp_js),
  FILE("scripts/model/Varint.js", scripts_model_Varint_js),
  FILE("scripts/model/Chunk.js", scripts_model_Chunk_js),
  FILE("scripts/model/ChunkCache.js", scripts_model_ChunkCache_js),
  FILE("scripts/model/ChunkSource.js", scripts_model_ChunkSource_js),
  FILE("scripts/model/IdIndex.js", scripts_model_IdIndex_js),
  FILE("scripts/model/InstanceSearches.js", scripts_model_InstanceSearches_js),
  FILE("scripts/model/Instances.js", scripts_model_Instances_js),
  FILE("scripts/model/Profile.js", scripts_model_Profile_js),
  FILE("scripts/model/Span.js", scripts_model_Span_js),
  FILE("scripts/model/Trace.js", scripts_model_Trace_js),
  FILE("scripts/model/openTrace.js", scripts_model_openTrace_js),
  FILE("scripts/main.js", scripts_main_js),
};

const struct trace_page_file *trace_page_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
