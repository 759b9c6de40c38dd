package io.nightmarket.domain.note;

import java.util.concurrent.CompletionStage;

/** Reads what was uploaded, by its content, and writes it again, without anything but the picture. */
@FunctionalInterface
public interface PictureCodec {
    /** What became of an upload. */
    sealed interface Outcome {
        /** A picture of its own, without metadata, of bounded size. */
        record Encoded(PictureType type, PictureBytes bytes) implements Outcome {}

        /** The content is no picture of a known kind, or is damaged. */
        record NoPicture() implements Outcome {}

        /** By its header it has more pixels, or passes over them, than are decoded. */
        record TooManyPixels() implements Outcome {}
    }

    /** Takes much memory: calls are made one at a time. */
    CompletionStage<Outcome> encode(PictureBytes uploaded);
}
