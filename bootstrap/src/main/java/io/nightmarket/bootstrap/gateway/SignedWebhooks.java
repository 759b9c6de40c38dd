package io.nightmarket.bootstrap.gateway;

import io.nightmarket.bootstrap.config.PrivateHosts;
import io.nightmarket.domain.base.Hmac;
import io.nightmarket.domain.order.outbox.EventSender;
import io.nightmarket.domain.order.outbox.OutgoingEvent;
import io.nightmarket.domain.order.outbox.Webhook;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Sends events by POST, signed as Standard Webhooks says: {@code webhook-id}, {@code webhook-timestamp} and {@code
 * webhook-signature}, HMAC-SHA-256 of the three. Any 2xx within 5 s means that the receiver took the message; redirects are not
 * followed. The address of the host is looked up and checked, and the connection goes to that address.
 */
public final class SignedWebhooks implements EventSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String HTTPS = "https";
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    private final Vertx vertx;
    private final HttpClient client;
    private final Function<List<OutgoingEvent>, Buffer> encoder;
    private final Clock clock;
    private final boolean privateNetworks;

    /**
     * @param encoder writes a message
     * @param privateNetworks whether hosts that are not reached from the internet, and clear text, are allowed
     */
    public SignedWebhooks(
            Vertx vertx, Function<List<OutgoingEvent>, Buffer> encoder, Clock clock, boolean privateNetworks) {
        this.vertx = vertx;
        this.client = vertx.createHttpClient(new HttpClientOptions().setConnectTimeout((int) TIMEOUT.toMillis()));
        this.encoder = encoder;
        this.clock = clock;
        this.privateNetworks = privateNetworks;
    }

    /** Whether events may be sent to this address, as far as its text says. */
    public boolean mayBeSentTo(String url) {
        try {
            URI address = new URI(url);
            String host = address.getHost();
            return host != null
                    && address.getUserInfo() == null
                    && (HTTPS.equals(address.getScheme()) || (privateNetworks && "http".equals(address.getScheme())))
                    && (privateNetworks || !PrivateHosts.containTarget(withoutBrackets(host)));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    @Override
    public CompletionStage<Void> send(Webhook webhook, List<OutgoingEvent> events) {
        Buffer body = encoder.apply(events);
        String id = "evt_" + events.getFirst().id() + "_" + events.getLast().id();
        URI url = URI.create(webhook.url());
        return find(withoutBrackets(url.getHost()))
                .compose(address -> client.request(options(url, address)))
                .compose(request -> deliver(sign(request, webhook, id, body), body))
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .toCompletionStage();
    }

    private Future<InetAddress> find(String host) {
        return vertx.executeBlocking(() -> InetAddress.getAllByName(host), false)
                .compose(found -> Stream.of(found)
                        .filter(address -> privateNetworks || !PrivateHosts.isNoTarget(address))
                        .findFirst()
                        .map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture("the host has no address outside of private networks")));
    }

    private static RequestOptions options(URI url, InetAddress address) {
        boolean encrypts = HTTPS.equals(url.getScheme());
        int usual = encrypts ? HTTPS_PORT : HTTP_PORT;
        int port = url.getPort() < 0 ? usual : url.getPort();
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return new RequestOptions()
                .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
                .setHost(withoutBrackets(url.getHost()))
                .setPort(port)
                .setSsl(encrypts)
                .setMethod(HttpMethod.POST)
                .setURI(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
                .setTimeout(TIMEOUT.toMillis())
                .setFollowRedirects(false)
                .putHeader("content-type", "application/json");
    }

    private HttpClientRequest sign(HttpClientRequest request, Webhook webhook, String id, Buffer body) {
        String time = Long.toString(clock.instant().getEpochSecond());
        byte[] head = (id + "." + time + ".").getBytes(StandardCharsets.US_ASCII);
        byte[] code = Hmac.sha256(webhook.secret().key()).of(head, body.getBytes());
        return request.putHeader("webhook-id", id)
                .putHeader("webhook-timestamp", time)
                .putHeader("webhook-signature", "v1," + Base64.getEncoder().encodeToString(code));
    }

    private static Future<Void> deliver(HttpClientRequest request, Buffer body) {
        return request.send(body).compose(response -> {
            boolean taken = response.statusCode() / 100 == 2;
            // What a receiver answers beside the status is not read.
            return request.connection()
                    .close()
                    .otherwiseEmpty()
                    .compose(_ ->
                            taken ? Future.succeededFuture() : Future.failedFuture("status " + response.statusCode()));
        });
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
