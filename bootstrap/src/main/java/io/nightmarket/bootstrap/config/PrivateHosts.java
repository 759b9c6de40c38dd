package io.nightmarket.bootstrap.config;

import java.net.Inet4Address;
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

    /** Whether the host, an address or a name, is one, or an address that is no single host's; of names only {@code localhost} is. */
    public static boolean containTarget(String host) {
        try {
            return host.equalsIgnoreCase("localhost") || isNoTarget(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether no connection to this address leads to one host on the internet. */
    public static boolean isNoTarget(InetAddress address) {
        return isPrivate(address)
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || (address instanceof Inet4Address && isShared(address.getAddress()));
    }

    /** 100.64.0.0/10, which carriers and clouds use inside (RFC 6598), and 0.0.0.0/8. */
    private static boolean isShared(byte[] address) {
        return address[0] == 0 || (address[0] == 100 && (address[1] & 0xc0) == 0x40);
    }

    private static boolean isPrivate(InetAddress address) {
        return address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || (address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc);
    }
}
