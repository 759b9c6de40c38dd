package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.vertx.ext.web.RoutingContext;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what lists are asked for, by hand, since lists are asked for often. What is empty counts as left out. */
public final class Query {
    private static final String PAGE = "current";
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
    private static final Pattern LEADING_ZEROS = Pattern.compile("^0+(?=.)");
    private static final int MAX_DIGITS = 9;
    /** The length of a number of 63 bits and its sign. */
    private static final int MAX_LENGTH = 20;

    private Query() {}

    public static Optional<String> text(RoutingContext ctx, String name) {
        return Optional.ofNullable(ctx.queryParams().get(name)).filter(text -> !text.isEmpty());
    }

    /** The number, whose form and bounds the contract has checked as a rule; null when it is left out. */
    public static @Nullable Long whole(RoutingContext ctx, String name) {
        return text(ctx, name)
                .map(text -> whole(text).orElseThrow(() -> Refusal.malformed(name)))
                .orElse(null);
    }

    /** The number of 63 bits that this text is. */
    public static Optional<Long> whole(String text) {
        try {
            return text.length() <= MAX_LENGTH && WHOLE.matcher(text).matches()
                    ? Optional.of(Long.valueOf(text))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static long requiredId(RoutingContext ctx, String name) {
        return Ids.parse(text(ctx, name).orElse(""), name);
    }

    /** The day, which must be there. */
    public static LocalDate day(RoutingContext ctx, String name) {
        try {
            return LocalDate.parse(text(ctx, name).orElse(""));
        } catch (DateTimeException e) {
            throw Refusal.malformed(name);
        }
    }

    /** The number of the page, 1 when there is none or it is below; the largest there is stands for any larger one. */
    public static int page(RoutingContext ctx) {
        return text(ctx, PAGE).map(Query::page).orElse(1);
    }

    private static int page(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw Refusal.malformed(PAGE);
        }
        String digits = LEADING_ZEROS.matcher(text).replaceFirst("");
        if (digits.charAt(0) == '-') {
            return 1;
        }
        return digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Math.max(1, Integer.parseInt(digits));
    }
}
