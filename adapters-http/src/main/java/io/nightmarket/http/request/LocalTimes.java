package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.answer.Rule;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import org.jspecify.annotations.Nullable;

/** Times as the API shows them: local to one zone, to the second. */
public final class LocalTimes {
    /** The length of a time in this millennium or the last. */
    private static final int LENGTH = 19;

    private static final int FIRST_YEAR = 1971;
    /** The tables' timestamps end early in 2038. */
    private static final int LAST_YEAR = 2037;

    private final ZoneId zone;

    public LocalTimes(ZoneId zone) {
        this.zone = zone;
    }

    public String show(Instant time) {
        StringBuilder text = new StringBuilder(LENGTH);
        show(time, text);
        return text.toString();
    }

    /** Appends it to a text. Far cheaper than a formatter, and done twice for every shop and order. */
    public void show(Instant time, StringBuilder text) {
        LocalDateTime local = LocalDateTime.ofInstant(time, zone);
        text.append(local.getYear());
        two(text.append('-'), local.getMonthValue());
        two(text.append('-'), local.getDayOfMonth());
        two(text.append('T'), local.getHour());
        two(text.append(':'), local.getMinute());
        two(text.append(':'), local.getSecond());
    }

    private static void two(StringBuilder text, int number) {
        text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    public @Nullable String showIfKnown(@Nullable Instant time) {
        return time == null ? null : show(time);
    }

    /** With the offset, for staff, who compare it with logs and tables. */
    public String showWithOffset(Instant time) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(zone));
    }

    /** Reads a time with or without an offset; parts of a second are dropped, as the tables don't hold them. */
    public Instant parse(String text, String place) {
        try {
            TemporalAccessor read =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            Instant time =
                    read instanceof LocalDateTime local ? local.atZone(zone).toInstant() : Instant.from(read);
            int year = time.atZone(zone).getYear();
            if (year < FIRST_YEAR || year > LAST_YEAR) {
                throw Refusal.malformed(place, Rule.NO_SUCH_TIME);
            }
            return time.truncatedTo(ChronoUnit.SECONDS);
        } catch (DateTimeException e) {
            throw Refusal.malformed(place, Rule.NO_SUCH_TIME);
        }
    }
}
