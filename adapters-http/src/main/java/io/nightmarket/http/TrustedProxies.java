package io.nightmarket.http;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The proxies that are believed when they say where a request came from. IPv4-mapped addresses are those of IPv4. */
public final class TrustedProxies {
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private static final Pattern RANGE = Pattern.compile("([^/]+)(?:/([0-9]{1,3}))?");
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    private final List<IpSubnetFilterRule> ranges;

    /**
     * @param proxies addresses, and ranges such as {@code 10.0.0.0/8} or {@code fd00::/8}; names are not looked up
     * @throws IllegalArgumentException when one is neither
     */
    public TrustedProxies(List<String> proxies) {
        this.ranges = proxies.stream().map(TrustedProxies::range).toList();
    }

    public boolean contain(InetAddress address) {
        InetSocketAddress asked = new InetSocketAddress(address, 0);
        return ranges.stream().anyMatch(range -> range.matches(asked));
    }

    private static IpSubnetFilterRule range(String text) {
        Matcher parts = RANGE.matcher(text);
        InetAddress address = parts.matches() ? NetUtil.createInetAddressFromIpAddressString(parts.group(1)) : null;
        if (address == null) {
            throw unreadable(text, null);
        }
        int written = text.indexOf(':') < 0 ? IPV4_BITS : IPV6_BITS;
        int bits = parts.group(2) == null ? written : Integer.parseInt(parts.group(2));
        boolean mapped = written == IPV6_BITS && address instanceof Inet4Address;
        try {
            return new IpSubnetFilterRule(
                    address, mapped ? bits - (IPV6_BITS - IPV4_BITS) : bits, IpFilterRuleType.ACCEPT);
        } catch (IllegalArgumentException e) {
            throw unreadable(text, e);
        }
    }

    private static IllegalArgumentException unreadable(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "'" + text + "' is neither an IP address nor a range of them such as 10.0.0.0/8", cause);
    }
}
