package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Answer;
import io.nightmarket.chaos.check.Answer.Done;
import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.NotSent;
import io.nightmarket.chaos.check.Answer.Nothing;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Unavailable;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Answers;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a sale went, in numbers.
 *
 * @param answered orders that their buyers were answered of
 * @param settled those that they were answered to be written
 * @param lost those that they were answered to be lost
 * @param rejected orders that the database refused, by what was answered
 * @param sold rows in the end
 * @param answers to clicks, by kind
 */
record Tally(long answered, long settled, long lost, Map<String, Long> rejected, long sold, Map<String, Long> answers) {
    static Tally of(List<Event> events, long sold) {
        Set<Long> answered = new HashSet<>();
        Set<Long> settled = new HashSet<>();
        Map<Long, String> rejected = new TreeMap<>();
        Map<String, Long> answers = new TreeMap<>();
        for (Event event : events) {
            if (event.operation() == Operation.CLICK) {
                var _ = answers.merge(kind(event.answer()), 1L, Long::sum);
            }
            switch (event.answer()) {
                case OrderAnswered(long order, OrderState state) -> {
                    answered.add(order);
                    if (state == OrderState.SETTLED) {
                        settled.add(order);
                    }
                }
                case Rejected(long order, String reason) -> rejected.put(order, reason);
                case Done _, Refused _, Nothing _, Unavailable _, Unknown _, Improper _, NotSent _ -> {}
            }
        }
        Map<String, Long> reasons = new TreeMap<>();
        rejected.values().forEach(reason -> reasons.merge(reason, 1L, Long::sum));
        Long lost = reasons.remove(Rejected.LOST);
        return new Tally(answered.size(), settled.size(), lost == null ? 0 : lost, reasons, sold, answers);
    }

    private static String kind(Answer answer) {
        return switch (answer) {
            case OrderAnswered(long _, OrderState state) -> state.name();
            case Rejected(long _, String reason) -> "rejected " + reason;
            case Refused(String code) -> "refused " + code;
            case Done _ -> "done";
            case Nothing _ -> "nothing";
            case Unavailable(String code) -> "unavailable " + code;
            case Unknown(String why) -> "unknown " + why;
            case Improper(String what) -> "improper " + what;
            case NotSent(String why) -> "not sent " + why;
        };
    }

    /** Answers to clicks of these kinds. */
    long answers(String... kinds) {
        return answers.entrySet().stream()
                .filter(entry -> Arrays.stream(kinds).anyMatch(entry.getKey()::startsWith))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /**
     * The longest time in which no buyer got an answer that holds, while clicks came.
     *
     * @param spread in which clicks began
     */
    static Duration longestPause(List<Event> events, Duration spread) {
        long[] answered = events.stream()
                .filter(event -> event.operation() == Operation.CLICK)
                .filter(event -> !event.answer().isToRepeat())
                .mapToLong(Event::answered)
                .sorted()
                .toArray();
        long longest = 0;
        for (int i = 1; i < answered.length && answered[i - 1] < spread.toNanos(); i++) {
            longest = Math.max(longest, answered[i] - answered[i - 1]);
        }
        return Duration.ofNanos(longest);
    }

    /** From the first click that was answered 503 to the last such answer; zero when there was none. */
    static Duration unavailable(List<Event> events) {
        List<Event> unavailable = events.stream()
                .filter(event -> event.operation() == Operation.CLICK && isUnavailable(event.answer()))
                .toList();
        long first = unavailable.stream().mapToLong(Event::sent).min().orElse(0);
        long last = unavailable.stream().mapToLong(Event::answered).max().orElse(0);
        return Duration.ofNanos(last - first);
    }

    private static boolean isUnavailable(Answer answer) {
        return switch (answer) {
            case Unavailable(String code) -> !code.equals(Answers.SALE_PAUSED);
            case Unknown(String why) -> why.equals(Answers.OUTCOME_UNKNOWN);
            default -> false;
        };
    }

    JsonObject toJson() {
        return JsonObject.mapFrom(this);
    }
}
