package io.nightmarket.http;

import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;

/** Tells requests of a browser on this machine from those that were passed on, as far as they say so. */
public final class OwnMachine {
    private static final Set<String> OF_PROXIES = Set.of("forwarded", "via", "x-real-ip");

    private OwnMachine() {}

    /** Whether it comes from this machine, names it, and has no sign of a proxy: its headers, HTTP/1.0 as nginx, or {@code /api}. */
    public static boolean asks(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        HostAndPort host = request.authority();
        return host != null
                && isLoopback(host.host())
                && isLoopback(request.remoteAddress().hostAddress())
                && request.version() != HttpVersion.HTTP_1_0
                && request.headers().names().stream().noneMatch(OwnMachine::isOfProxies)
                && !RequestTarget.hadPrefix(ctx);
    }

    private static boolean isOfProxies(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return name.startsWith("x-forwarded-") || OF_PROXIES.contains(name);
    }

    /** Whether a host, an address or {@code localhost}, is reached from its own machine alone. */
    public static boolean isLoopback(String host) {
        try {
            String address = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            return host.equalsIgnoreCase("localhost")
                    || InetAddress.ofLiteral(address).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
