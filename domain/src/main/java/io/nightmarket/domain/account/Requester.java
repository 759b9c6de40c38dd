package io.nightmarket.domain.account;

/**
 * Who asks for a login code, or logs in.
 *
 * @param address the network that the request comes from: an address of IPv4, or the first half of one of IPv6
 */
public record Requester(PhoneNumber phone, String address) {}
