// libyaml's header, and typed access to the unions of its events.
#ifndef APUS_CYAML_SHIM_H
#define APUS_CYAML_SHIM_H

#include <yaml.h>

static inline const char *apus_yaml_value(const yaml_event_t *event) {
    return (const char *)event->data.scalar.value;
}

static inline size_t apus_yaml_length(const yaml_event_t *event) {
    return event->data.scalar.length;
}

/// Whether a scalar was written without quotes, so that its text decides its type.
static inline int apus_yaml_is_plain(const yaml_event_t *event) {
    return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static inline const char *apus_yaml_scalar_tag(const yaml_event_t *event) {
    return (const char *)event->data.scalar.tag;
}

static inline const char *apus_yaml_scalar_anchor(const yaml_event_t *event) {
    return (const char *)event->data.scalar.anchor;
}

static inline const char *apus_yaml_sequence_anchor(const yaml_event_t *event) {
    return (const char *)event->data.sequence_start.anchor;
}

static inline const char *apus_yaml_mapping_anchor(const yaml_event_t *event) {
    return (const char *)event->data.mapping_start.anchor;
}

static inline const char *apus_yaml_sequence_tag(const yaml_event_t *event) {
    return (const char *)event->data.sequence_start.tag;
}

static inline const char *apus_yaml_mapping_tag(const yaml_event_t *event) {
    return (const char *)event->data.mapping_start.tag;
}

static inline const char *apus_yaml_alias(const yaml_event_t *event) {
    return (const char *)event->data.alias.anchor;
}

#endif
