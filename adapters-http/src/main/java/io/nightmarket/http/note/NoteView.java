package io.nightmarket.http.note;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;

/** A note as its page and lists show it: JSON. */
public record NoteView(@JsonValue @JsonRawValue String json) {}
