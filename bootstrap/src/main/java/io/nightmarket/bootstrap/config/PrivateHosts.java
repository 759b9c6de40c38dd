package io.nightmarket.bootstrap.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

/** Hosts that are not reached from the internet: loopback, link-local and private addresses, and {@code localhost}. */
public final class PrivateHosts {
    private PrivateHosts() {}

    /** Whether the host, an address or a name, is one; of names only {@code localhost} is, for none is looked up. */
    public static boolean contain(String host) {
        try {
            return host.equalsIgnoreCase("localhost") || isPrivate(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether a URL names such a host. */
    static boolean containHostOf(String url) {
        try {
            return contain(Objects.requireNonNullElse(new URI(url).getHost(), ""));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isPrivate(InetAddress address) {
        return address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || (address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc);
    }
}
