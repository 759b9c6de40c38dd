package io.nightmarket.redis.link;

import io.nightmarket.domain.account.ChallengeId;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.visitor.Page;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;

/**
 * All keys. What stands in braces is the hash tag: keys that one script touches share it. "Expires by" names what sets
 * the expiry of a key; the others stay until they are removed.
 */
// Over 200 lines: all keys in one place, one method each.
public final class RedisKeys {
    /** Matches every lock, and what belongs to locks. */
    public static final String ANY_LOCK = "nm:lock:{l*}:*";

    /** String: the mark of the installation. */
    public static final String MARK = "nm:installation";

    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("yyyyMM");

    private static final int LOCK_GROUPS = 64;
    private static final String NEARBY = "nm:shop:{near}:";

    private RedisKeys() {}

    private static String shard(Shard shard) {
        return "nm:{s" + shard.number() + "}:";
    }

    /** Hash: state, begin, end (epoch milliseconds), version, free, noted (since when there are new buyers). */
    public static String sale(Shard shard, VoucherId voucher) {
        return shard(shard) + "sale:" + voucher.value();
    }

    /** Hash: user to order id, with the request key behind it when there was one. */
    public static String buyers(Shard shard, VoucherId voucher) {
        return sale(shard, voucher) + ":buyers";
    }

    /** List: users admitted since a node first asked for them. */
    public static String newBuyers(Shard shard, VoucherId voucher) {
        return buyers(shard, voucher) + ":new";
    }

    /** Set: ids of the stock adjustments that the sale's free units contain. */
    public static String adjustments(Shard shard, VoucherId voucher) {
        return sale(shard, voucher) + ":adjustments";
    }

    /** Hash: user to order id, while a sale is being opened by one node. Expires by load-reservations. */
    public static String loading(Shard shard, VoucherId voucher, String attempt) {
        return sale(shard, voucher) + ":loading:" + attempt;
    }

    /** Hash: what is known of a sale's waiting room (shared/room). Expires by open-room. */
    public static String room(Shard shard, VoucherId voucher) {
        return sale(shard, voucher) + ":room";
    }

    /** Hash: user to the ticket of the waiting room (shared/ticket). Expires by enter-room and leave-room. */
    public static String roomTickets(Shard shard, VoucherId voucher) {
        return room(shard, voucher) + ":tickets";
    }

    /** Sorted set: users who come back in time, by the numbers of their tickets. Expires by enter-room. */
    public static String roomLine(Shard shard, VoucherId voucher) {
        return room(shard, voucher) + ":line";
    }

    /** Sorted set: the same users, by the time at which they come back (epoch milliseconds). Expires by enter-room. */
    public static String roomDue(Shard shard, VoucherId voucher) {
        return room(shard, voucher) + ":due";
    }

    /** Stream: voucher, at (epoch milliseconds), orders (order:user, separated by spaces). */
    public static String orders(Shard shard) {
        return shard(shard) + "orders";
    }

    /** Hash: order id to user, as long as the order waits in the stream. */
    public static String queued(Shard shard) {
        return shard(shard) + "queued";
    }

    /** The number, the server it began on, and "rebuilding", "open" or "closed"; missing means that the shard is fenced. */
    public static String epoch(Shard shard) {
        return shard(shard) + "epoch";
    }

    /** Hash: user, role, endsAt, lastSeen (epoch milliseconds); or ended. Expires by keep-session and end-session. */
    public static String session(SessionId id) {
        return "nm:session:{" + id.value() + '}';
    }

    /** The name of the load of a copy that is under way. Expires by begin-load. */
    static String loadOf(String copy) {
        return copy + ":load";
    }

    /** A letter (a: all of a buyer's orders, n: the newest), and the cards, newest first. Expires by end-load. */
    public static String orderList(UserId buyer) {
        return "nm:orders:{" + buyer.value() + '}';
    }

    /** Stream: orders that are to be put into the lists of their buyers again. */
    public static String orderListRepairs() {
        return "nm:orders:{lists}:repairs";
    }

    /** The number of the last change of an order that was compared with the lists. */
    public static String orderListsCompared() {
        return "nm:orders:{lists}:compared";
    }

    /** Set: whom a user follows, and v with the number of the version that this is. Expires by end-load. */
    public static String follows(UserId follower) {
        return "nm:follows:{" + follower.value() + '}';
    }

    /** Sorted set: the newest notes of a user's feed, and what is known of it (push-note). Expires by end-load. */
    public static String inbox(UserId reader) {
        return "nm:feed:{" + reader.value() + '}';
    }

    /** Bits: the days of a month on which a user checked in, bit 1 for its first. Expires by add-check-ins. */
    public static String checkIns(UserId user, YearMonth month) {
        return "nm:sign:{" + user.value() + "}:" + MONTH.format(month);
    }

    private static String page(Page page, LocalDate day) {
        String name = switch (page) {
            case Page.Site _ -> "site";
            case Page.OfShop(var shop) -> "shop:" + shop.value();
        };
        return "nm:visit:{" + name + "}:" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }

    /** HyperLogLog: visitors of a page on a day: u and the user, or a and the address. Expires by add-visits. */
    public static String visitors(Page page, LocalDate day) {
        return page(page, day) + ":visitors";
    }

    /** How often a page was viewed on a day. Expires by add-visits. */
    public static String views(Page page, LocalDate day) {
        return page(page, day) + ":views";
    }

    /**
     * Sorted set: users by the time (epoch milliseconds) from which they like a note, and with scores up to 0 what is known of the
     * set (put-like). Expires by end-load.
     */
    public static String noteLikes(NoteId note) {
        return "nm:note:{" + note.value() + "}:likes";
    }

    private static String code(PhoneNumber phone) {
        return "nm:code:{" + phone.value() + "}:";
    }

    /** Hash: digest, and the wrong tries of each kind. Expires by issue-code. */
    public static String code(PhoneNumber phone, ChallengeId challenge) {
        return code(phone) + challenge.value();
    }

    /** The challenge that an address asked for last. Expires by issue-code. */
    public static String latestChallenge(Requester requester) {
        return code(requester.phone()) + "latest:" + requester.address();
    }

    /** Sorted set: addresses that the phone logged in from, by time (epoch milliseconds). Expires by recognize-address. */
    public static String knownAddresses(PhoneNumber phone) {
        return code(phone) + "known";
    }

    /** The challenge issued last from a budget, which yields no other while this is there. Expires by issue-code. */
    public static String codePause(PhoneNumber phone, String budget) {
        return code(phone) + "pause:" + budget;
    }

    /** How many codes were issued from a budget. Expires by issue-code. */
    public static String codeBudget(PhoneNumber phone, String budget) {
        return code(phone) + "budget:" + budget;
    }

    /** Is there while passwords of a budget may not be tried. Expires by try-password. */
    public static String passwordPause(PhoneNumber phone, String budget) {
        return code(phone) + "password-pause:" + budget;
    }

    /** How many passwords of a budget were tried. Expires by try-password. */
    public static String passwordTries(PhoneNumber phone, String budget) {
        return code(phone) + "password-tries:" + budget;
    }

    /** How often an address asked for codes. Expires by count-asking. */
    public static String codeAskings(String address) {
        return "nm:code:address:{" + address + '}';
    }

    /** JSON: loadedAt, freshUntil (epoch milliseconds), value. Expires by put-entry. */
    public static String entry(String cache, String key) {
        return "nm:" + cache + ":cache:{" + key + '}';
    }

    /** Matches every entry of a cache, and every load ticket on one. */
    public static String anyEntry(String cache) {
        return "nm:" + cache + ":cache:*";
    }

    /** Hash: token of who may load the entry, and awaited when others wait for it. Expires by acquire-ticket. */
    public static String loadTicket(String cache, String key) {
        return entry(cache, key) + ":lease";
    }

    /** Bits of the filter of a cache's keys. */
    public static String filterBits(String cache) {
        return filterPrefix(cache) + "bits";
    }

    /** Hash: build, instance (of the server it was begun on), expected, rate, bits, hashes, keys, highest. */
    public static String filter(String cache) {
        return filterPrefix(cache) + "meta";
    }

    /** Bits of a filter that is being built. Expires by begin-filter and load-keys. */
    public static String buildingFilterBits(String cache) {
        return filterPrefix(cache) + "building";
    }

    /** As {@link #filter}, of one that is being built. Expires by begin-filter and load-keys, before its bits. */
    public static String buildingFilter(String cache) {
        return filterPrefix(cache) + "building:meta";
    }

    private static String filterPrefix(String cache) {
        return "nm:" + cache + ":{bloom}:";
    }

    /** Hash: server, built (attempt), attempt (server, attempt), upTo (id); without a server there is no index. */
    public static String nearbyState() {
        return NEARBY + "index";
    }

    /** Geo set: the shops of a type. */
    public static String nearbyPlaces(long type) {
        return NEARBY + "geo:" + type;
    }

    /** Hash: shop to the type under which it is placed; while the index is in use also 0, which is no shop. */
    public static String nearbyTypes() {
        return NEARBY + "types";
    }

    /** Set: the types under which shops were placed. */
    public static String nearbyTypesInUse() {
        return NEARBY + "types-in-use";
    }

    /** Hash: holder to token, weight, re-entrance count, end and since. Expires by lease. */
    public static String lock(String name) {
        return lockGroup(name) + name;
    }

    /** Sorted set: weight, channel and holder of each waiter of the lock, by arrival. Expires by lease. */
    public static String lockQueue(String name) {
        return lockGroup(name) + "line:" + name;
    }

    /** Sorted set: channels of the nodes whose waiters asked for the lock, by time. Expires by lease. */
    public static String lockSeen(String name) {
        return lockGroup(name) + "seen:" + name;
    }

    /** The number of permits of a semaphore, where it was changed. Stays. */
    public static String lockUnits(String name) {
        return lockGroup(name) + "units:" + name;
    }

    /** The last fencing token of a group of locks: keys that come and go share one that stays. */
    public static String lockTokens(String name) {
        return lockGroup(name) + "tokens";
    }

    /** The name in a lock's key. */
    public static String lockName(String key) {
        return key.substring(key.indexOf("}:") + 2);
    }

    /** Channel, no key: wake-ups of a node's waiters of locks. Gone with its last waiter. */
    public static String lockChannel(String node) {
        return "nm:lock:node:" + node;
    }

    private static String lockGroup(String name) {
        return "nm:lock:{l" + Math.floorMod(name.hashCode(), LOCK_GROUPS) + "}:";
    }

    /** Hash: next, end (the number after the last), run (of the server it was granted to). Expires by lease-numbers. */
    public static String idStride(LocalDate day) {
        return "nm:id:stride:{" + day + '}';
    }
}
