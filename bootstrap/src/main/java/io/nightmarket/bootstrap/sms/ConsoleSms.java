package io.nightmarket.bootstrap.sms;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SmsSender;
import java.io.PrintStream;
import java.time.Clock;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Prints codes on the node's console. */
public final class ConsoleSms implements SmsSender {
    /** As log lines begin. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());

    private final PrintStream console;
    private final Clock clock;

    public ConsoleSms(PrintStream console, Clock clock) {
        this.console = console;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Void> send(PhoneNumber phone, String code) {
        console.println(TIME.format(clock.instant()) + " SMS code for " + phone.value() + ": " + code);
        return CompletableFuture.completedStage(null);
    }
}
