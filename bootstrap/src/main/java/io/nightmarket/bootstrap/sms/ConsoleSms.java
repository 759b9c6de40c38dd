package io.nightmarket.bootstrap.sms;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SmsSender;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Prints codes on the node's console. */
public final class ConsoleSms implements SmsSender {
    private final PrintStream console;

    public ConsoleSms(PrintStream console) {
        this.console = console;
    }

    @Override
    public CompletionStage<Void> send(PhoneNumber phone, String code) {
        console.println("SMS code for " + phone.value() + ": " + code);
        return CompletableFuture.completedStage(null);
    }
}
