package io.nightmarket.bootstrap.config;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.mysql.MySqlTls;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * The database, for a command that changes it.
 *
 * @param address the address of a real server; without one the embedded servers are used
 * @param redis the address of a real Redis that knows the sessions, if there is one
 * @param sessions how long they live
 * @param staffSecondFactor whether staff are shoppers in sessions without a second factor
 * @param data the folder of the embedded servers
 * @param timeout the timeout of a statement
 * @param phones the numbers that users may have
 * @param timeZone what times are shown in
 * @param tls how connections to a real server are encrypted
 * @param redisCa a file of the certificates that are trusted of a real Redis
 * @param queue where buyers are admitted, by this configuration
 */
public record DatabaseConfig(
        Optional<String> address,
        Optional<String> redis,
        Path data,
        Duration timeout,
        SessionPolicy sessions,
        boolean staffSecondFactor,
        PhoneFormat phones,
        ZoneId timeZone,
        MySqlTls tls,
        Optional<Path> redisCa,
        AppConfig.Adapters.Queue queue) {
    /** A time as operators read it, with the offset of its zone. */
    public String show(Instant time) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(timeZone));
    }

    /** Never shows secrets. */
    @Override
    public String toString() {
        return "DatabaseConfig[" + (address.isPresent() ? "real server" : "embedded under " + data) + ']';
    }
}
