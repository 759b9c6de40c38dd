package io.nightmarket.http.request;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address that a request came from, each in one spelling: whatever is counted by address is counted by this.
 *
 * <p>That is the peer, unless the peer is a trusted proxy. Then {@code X-Forwarded-For} is read from its right end, where
 * each proxy adds whom it was asked by, and the first address counts that is no trusted proxy's; what stands to the left
 * of it the client may have written.
 */
public final class ClientAddresses {
    private static final String FORWARDED_FOR = "x-forwarded-for";
    /** Stands for all peers without an address, such as those that are gone. */
    private static final String UNKNOWN = "unknown";

    private final Predicate<InetAddress> trusted;

    public ClientAddresses(Predicate<InetAddress> trusted) {
        this.trusted = trusted;
    }

    public String of(HttpServerRequest request) {
        InetAddress client = client(request);
        return client == null ? UNKNOWN : client.getHostAddress();
    }

    /** The network of the client: the address of IPv4, or the first half of one of IPv6. */
    public String networkOf(HttpServerRequest request) {
        return client(request) instanceof Inet6Address
                ? String.format(Locale.ROOT, "%016x::/64", keyOf(request))
                : of(request);
    }

    /** A number for the address: of IPv6 its first half, since the second is its owner's to choose. */
    public long keyOf(HttpServerRequest request) {
        InetAddress client = client(request);
        return client == null ? 0 : keyOf(client);
    }

    /** A number for an address, as {@link #keyOf(HttpServerRequest)}. */
    public static long keyOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        return new BigInteger(1, Arrays.copyOf(bytes, Math.min(Long.BYTES, bytes.length))).longValue();
    }

    private @Nullable InetAddress client(HttpServerRequest request) {
        SocketAddress remote = request.remoteAddress();
        InetAddress peer = remote == null ? null : parse(remote.hostAddress());
        return peer == null ? null : client(peer, request.headers().getAll(FORWARDED_FOR));
    }

    /** @param lines the lines of the header, which are one list; an entry that can't be read leaves it at the peer */
    InetAddress client(InetAddress peer, List<String> lines) {
        List<String> entries = lines.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList()
                .reversed();
        InetAddress client = peer;
        for (String entry : entries) {
            if (!trusted.test(client)) {
                break;
            }
            InetAddress before = parse(entry);
            if (before == null) {
                return peer;
            }
            client = before;
        }
        return client;
    }

    /** An address of IPv4 however it is written, and no name is ever looked up. */
    private static @Nullable InetAddress parse(@Nullable String text) {
        return text == null ? null : NetUtil.createInetAddressFromIpAddressString(text);
    }
}
