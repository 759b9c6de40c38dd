package io.nightmarket.http;

import io.nightmarket.http.session.TrustedSessions;
import io.vertx.core.Context;
import java.time.Clock;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes the HTTP verticles of a node, and holds what they share: the tokens checked a moment ago. */
public final class HttpAdapters {
    private final HttpConfig config;
    private final TrustedSessions trusted;

    public HttpAdapters(HttpConfig config, Clock clock) {
        this.config = config;
        this.trusted = new TrustedSessions(config.tokenTrust(), clock);
    }

    /**
     * A verticle, to be deployed once.
     *
     * @param useCases makes the use cases, called once, on the verticle's loop
     * @param close closes what they stand on, called once, after the last request
     */
    public HttpVerticle verticle(
            Function<Context, CompletionStage<HttpUseCases>> useCases, Supplier<CompletionStage<Void>> close) {
        return new HttpVerticle(config, trusted, useCases, close);
    }
}
