// The functions of libbabeltrace2 that this package calls, in alphabetical order: the type of the
// result, the name, the types of the parameters. The compiler compares each with the library's
// header.

FUNCTION_3(
    bt_clock_class_cycles_to_ns_from_origin_status, bt_clock_class_cycles_to_ns_from_origin,
    const bt_clock_class *, uint64_t, int64_t *)
FUNCTION_1(uint64_t, bt_clock_class_get_frequency, const bt_clock_class *)
FUNCTION_3(void, bt_clock_class_get_offset, const bt_clock_class *, int64_t *, uint64_t *)
FUNCTION_1(bt_uuid, bt_clock_class_get_uuid, const bt_clock_class *)
FUNCTION_2(
    bt_clock_snapshot_get_ns_from_origin_status, bt_clock_snapshot_get_ns_from_origin,
    const bt_clock_snapshot *, int64_t *)
FUNCTION_1(uint64_t, bt_clock_snapshot_get_value, const bt_clock_snapshot *)
FUNCTION_2(
    bt_component_class_sink *, bt_component_class_sink_create, const char *,
    bt_component_class_sink_consume_method)
FUNCTION_1(void, bt_component_class_sink_put_ref, const bt_component_class_sink *)
FUNCTION_2(
    bt_component_class_set_method_status, bt_component_class_sink_set_graph_is_configured_method,
    bt_component_class_sink *, bt_component_class_sink_graph_is_configured_method)
FUNCTION_2(
    bt_component_class_set_method_status, bt_component_class_sink_set_initialize_method,
    bt_component_class_sink *, bt_component_class_sink_initialize_method)
FUNCTION_2(
    const bt_port_input *, bt_component_sink_borrow_input_port_by_index_const,
    const bt_component_sink *, uint64_t)
FUNCTION_2(
    const bt_port_input *, bt_component_sink_borrow_input_port_by_name_const,
    const bt_component_sink *, const char *)
FUNCTION_2(
    const bt_port_output *, bt_component_source_borrow_output_port_by_index_const,
    const bt_component_source *, uint64_t)
FUNCTION_2(
    const bt_port_output *, bt_component_source_borrow_output_port_by_name_const,
    const bt_component_source *, const char *)
FUNCTION_1(uint64_t, bt_component_source_get_output_port_count, const bt_component_source *)
FUNCTION_0(void, bt_current_thread_clear_error)
FUNCTION_0(const bt_error *, bt_current_thread_take_error)
FUNCTION_2(const bt_error_cause *, bt_error_borrow_cause_by_index, const bt_error *, uint64_t)
FUNCTION_1(const char *, bt_error_cause_get_message, const bt_error_cause *)
FUNCTION_1(uint64_t, bt_error_get_cause_count, const bt_error *)
FUNCTION_1(void, bt_error_release, const bt_error *)
FUNCTION_1(const bt_event_class *, bt_event_borrow_class_const, const bt_event *)
FUNCTION_1(const bt_field *, bt_event_borrow_common_context_field_const, const bt_event *)
FUNCTION_1(const bt_field *, bt_event_borrow_payload_field_const, const bt_event *)
FUNCTION_1(const bt_stream *, bt_event_borrow_stream_const, const bt_event *)
FUNCTION_1(
    const bt_field_class *, bt_event_class_borrow_payload_field_class_const, const bt_event_class *)
FUNCTION_1(const char *, bt_event_class_get_name, const bt_event_class *)
FUNCTION_1(void, bt_event_class_get_ref, const bt_event_class *)
FUNCTION_1(void, bt_event_class_put_ref, const bt_event_class *)
FUNCTION_1(const bt_field_class *, bt_field_borrow_class_const, const bt_field *)
FUNCTION_1(bt_field_class_type, bt_field_class_get_type, const bt_field_class *)
FUNCTION_2(
    const bt_field_class_structure_member *, bt_field_class_structure_borrow_member_by_index_const,
    const bt_field_class *, uint64_t)
FUNCTION_1(uint64_t, bt_field_class_structure_get_member_count, const bt_field_class *)
FUNCTION_1(
    const bt_field_class *, bt_field_class_structure_member_borrow_field_class_const,
    const bt_field_class_structure_member *)
FUNCTION_1(
    const char *, bt_field_class_structure_member_get_name, const bt_field_class_structure_member *)
FUNCTION_1(int64_t, bt_field_integer_signed_get_value, const bt_field *)
FUNCTION_1(uint64_t, bt_field_integer_unsigned_get_value, const bt_field *)
FUNCTION_1(uint64_t, bt_field_string_get_length, const bt_field *)
FUNCTION_1(const char *, bt_field_string_get_value, const bt_field *)
FUNCTION_2(
    const bt_field *, bt_field_structure_borrow_member_field_by_index_const, const bt_field *,
    uint64_t)
FUNCTION_2(
    bt_graph_add_interrupter_status, bt_graph_add_interrupter, bt_graph *, const bt_interrupter *)
FUNCTION_7(
    bt_graph_add_component_status, bt_graph_add_simple_sink_component, bt_graph *, const char *,
    bt_graph_simple_sink_component_initialize_func, bt_graph_simple_sink_component_consume_func,
    bt_graph_simple_sink_component_finalize_func, void *, const bt_component_sink **)
FUNCTION_7(
    bt_graph_add_component_status, bt_graph_add_sink_component_with_initialize_method_data,
    bt_graph *, const bt_component_class_sink *, const char *, const bt_value *, void *,
    bt_logging_level, const bt_component_sink **)
FUNCTION_6(
    bt_graph_add_component_status, bt_graph_add_source_component, bt_graph *,
    const bt_component_class_source *, const char *, const bt_value *, bt_logging_level,
    const bt_component_source **)
FUNCTION_4(
    bt_graph_connect_ports_status, bt_graph_connect_ports, bt_graph *, const bt_port_output *,
    const bt_port_input *, const bt_connection **)
FUNCTION_1(bt_graph *, bt_graph_create, uint64_t)
FUNCTION_1(void, bt_graph_put_ref, const bt_graph *)
FUNCTION_1(bt_graph_run_status, bt_graph_run, bt_graph *)
FUNCTION_1(bt_graph_run_once_status, bt_graph_run_once, bt_graph *)
FUNCTION_0(bt_interrupter *, bt_interrupter_create)
FUNCTION_1(void, bt_interrupter_put_ref, const bt_interrupter *)
FUNCTION_1(void, bt_interrupter_set, bt_interrupter *)
FUNCTION_1(void, bt_logging_set_global_level, bt_logging_level)
FUNCTION_1(
    const bt_clock_snapshot *,
    bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const, const bt_message *)
FUNCTION_1(
    const bt_clock_snapshot *, bt_message_discarded_events_borrow_end_default_clock_snapshot_const,
    const bt_message *)
FUNCTION_1(const bt_stream *, bt_message_discarded_events_borrow_stream_const, const bt_message *)
FUNCTION_2(
    bt_property_availability, bt_message_discarded_events_get_count, const bt_message *, uint64_t *)
FUNCTION_1(
    const bt_clock_snapshot *,
    bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const, const bt_message *)
FUNCTION_1(
    const bt_clock_snapshot *, bt_message_discarded_packets_borrow_end_default_clock_snapshot_const,
    const bt_message *)
FUNCTION_1(const bt_stream *, bt_message_discarded_packets_borrow_stream_const, const bt_message *)
FUNCTION_2(
    bt_property_availability, bt_message_discarded_packets_get_count, const bt_message *,
    uint64_t *)
FUNCTION_1(
    const bt_clock_snapshot *, bt_message_event_borrow_default_clock_snapshot_const,
    const bt_message *)
FUNCTION_1(const bt_event *, bt_message_event_borrow_event_const, const bt_message *)
FUNCTION_1(bt_message_type, bt_message_get_type, const bt_message *)
FUNCTION_3(
    bt_message_iterator_create_from_sink_component_status,
    bt_message_iterator_create_from_sink_component, bt_self_component_sink *,
    bt_self_component_port_input *, bt_message_iterator **)
FUNCTION_3(
    bt_message_iterator_next_status, bt_message_iterator_next, bt_message_iterator *,
    bt_message_array_const *, uint64_t *)
FUNCTION_1(void, bt_message_iterator_put_ref, const bt_message_iterator *)
FUNCTION_1(
    const bt_clock_snapshot *, bt_message_message_iterator_inactivity_borrow_clock_snapshot_const,
    const bt_message *)
FUNCTION_1(
    const bt_clock_snapshot *, bt_message_packet_beginning_borrow_default_clock_snapshot_const,
    const bt_message *)
FUNCTION_1(const bt_packet *, bt_message_packet_beginning_borrow_packet_const, const bt_message *)
FUNCTION_1(void, bt_message_put_ref, const bt_message *)
FUNCTION_1(const bt_stream *, bt_message_stream_beginning_borrow_stream_const, const bt_message *)
FUNCTION_1(const bt_stream *, bt_message_stream_end_borrow_stream_const, const bt_message *)
FUNCTION_1(const bt_field *, bt_packet_borrow_context_field_const, const bt_packet *)
FUNCTION_1(const bt_stream *, bt_packet_borrow_stream_const, const bt_packet *)
FUNCTION_2(
    const bt_component_class_source *, bt_plugin_borrow_source_component_class_by_name_const,
    const bt_plugin *, const char *)
FUNCTION_7(
    bt_plugin_find_status, bt_plugin_find, const char *, bt_bool, bt_bool, bt_bool, bt_bool,
    bt_bool, const bt_plugin **)
FUNCTION_1(void, bt_plugin_put_ref, const bt_plugin *)
FUNCTION_3(
    bt_query_executor *, bt_query_executor_create, const bt_component_class *, const char *,
    const bt_value *)
FUNCTION_1(void, bt_query_executor_put_ref, const bt_query_executor *)
FUNCTION_2(
    bt_query_executor_query_status, bt_query_executor_query, bt_query_executor *,
    const bt_value **)
FUNCTION_1(void *, bt_self_component_get_data, const bt_self_component *)
FUNCTION_2(void, bt_self_component_set_data, bt_self_component *, void *)
FUNCTION_4(
    bt_self_component_add_port_status, bt_self_component_sink_add_input_port,
    bt_self_component_sink *, const char *, void *, bt_self_component_port_input **)
FUNCTION_2(
    bt_self_component_port_input *, bt_self_component_sink_borrow_input_port_by_index,
    bt_self_component_sink *, uint64_t)
FUNCTION_1(const bt_stream_class *, bt_stream_borrow_class_const, const bt_stream *)
FUNCTION_1(const bt_trace *, bt_stream_borrow_trace_const, const bt_stream *)
FUNCTION_1(
    const bt_clock_class *, bt_stream_class_borrow_default_clock_class_const,
    const bt_stream_class *)
FUNCTION_1(
    const bt_field_class *, bt_stream_class_borrow_event_common_context_field_class_const,
    const bt_stream_class *)
FUNCTION_1(
    bt_bool, bt_stream_class_discarded_events_have_default_clock_snapshots, const bt_stream_class *)
FUNCTION_1(
    bt_bool, bt_stream_class_discarded_packets_have_default_clock_snapshots,
    const bt_stream_class *)
FUNCTION_1(uint64_t, bt_stream_class_get_id, const bt_stream_class *)
FUNCTION_1(
    bt_bool, bt_stream_class_packets_have_beginning_default_clock_snapshot,
    const bt_stream_class *)
FUNCTION_1(uint64_t, bt_stream_get_id, const bt_stream *)
FUNCTION_1(const char *, bt_stream_get_name, const bt_stream *)
FUNCTION_2(
    const bt_value *, bt_trace_borrow_environment_entry_value_by_name_const, const bt_trace *,
    const char *)
FUNCTION_1(bt_uuid, bt_trace_get_uuid, const bt_trace *)
FUNCTION_2(
    bt_value_array_append_element_status, bt_value_array_append_string_element, bt_value *,
    const char *)
FUNCTION_2(
    const bt_value *, bt_value_array_borrow_element_by_index_const, const bt_value *, uint64_t)
FUNCTION_1(uint64_t, bt_value_array_get_length, const bt_value *)
FUNCTION_1(bt_value_type, bt_value_get_type, const bt_value *)
FUNCTION_1(int64_t, bt_value_integer_signed_get, const bt_value *)
FUNCTION_1(uint64_t, bt_value_integer_unsigned_get, const bt_value *)
FUNCTION_2(
    const bt_value *, bt_value_map_borrow_entry_value_const, const bt_value *, const char *)
FUNCTION_0(bt_value *, bt_value_map_create)
FUNCTION_3(
    bt_value_map_insert_entry_status, bt_value_map_insert_empty_array_entry, bt_value *,
    const char *, bt_value **)
FUNCTION_3(
    bt_value_map_insert_entry_status, bt_value_map_insert_string_entry, bt_value *, const char *,
    const char *)
FUNCTION_1(void, bt_value_put_ref, const bt_value *)
FUNCTION_1(const char *, bt_value_string_get, const bt_value *)
FUNCTION_0(unsigned int, bt_version_get_major)
FUNCTION_0(unsigned int, bt_version_get_minor)
FUNCTION_0(unsigned int, bt_version_get_patch)
