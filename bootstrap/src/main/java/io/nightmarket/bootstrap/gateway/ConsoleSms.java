package io.nightmarket.bootstrap.gateway;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SmsSender;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows codes on the node's console, as lines of its log. */
public final class ConsoleSms implements SmsSender {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleSms.class);

    @Override
    public CompletionStage<Void> send(PhoneNumber phone, String code) {
        LOG.info("SMS code for {}: {}", phone.value(), code);
        return CompletableFuture.completedStage(null);
    }
}
