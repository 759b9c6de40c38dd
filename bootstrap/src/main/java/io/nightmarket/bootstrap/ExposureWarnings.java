package io.nightmarket.bootstrap;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.PrivateHosts;
import io.nightmarket.mysql.MySqlTls;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of settings that are allowed with real servers and expose more than need be, or leave nodes without one another's files. */
public final class ExposureWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(ExposureWarnings.class);

    private ExposureWarnings() {}

    public static void warn(AppConfig config) {
        config.servers().ifPresent(servers -> {
            if (!config.sessions().staffSecondFactor()) {
                LOG.warn("Merchants and administrators log in by SMS alone: set accounts.staff-second-factor");
            }
            if (config.sms().url().isEmpty()) {
                LOG.warn("No login code can be sent: set sms.url to a gateway, or to console, which shows codes here");
            } else if (config.sms().url().equals(AppConfig.Sms.CONSOLE)) {
                LOG.warn("Login codes are shown here, to all who read this: set sms.url to a gateway");
            }
            if (config.payments().gateway() == AppConfig.Payments.Gateway.SANDBOX) {
                LOG.warn("Orders are paid with play money: set payments.gateway to http or off");
            }
            if (config.http().https().isEmpty()
                    && !PrivateHosts.contain(config.http().host())) {
                LOG.warn(
                        "Tokens reach {}:{} in clear: set https.*, or listen on a private host behind a proxy that encrypts",
                        config.http().host(),
                        config.http().port());
            }
            if (config.cluster().enabled()
                    && config.pictures().folder().startsWith(config.data())
                    && config.cluster().members().stream().anyMatch(member -> !isThisMachine(member))) {
                LOG.warn("Uploaded pictures stay on this machine: set pictures.folder to one that all nodes share");
            }
            warnOfLinks(config, servers);
        });
    }

    private static void warnOfLinks(AppConfig config, AppConfig.Servers servers) {
        URI redis = URI.create(servers.redis());
        if ("redis".equals(redis.getScheme()) && !PrivateHosts.contain(String.valueOf(redis.getHost()))) {
            LOG.warn("The link to Redis at {} is not encrypted: use rediss://", redis.getHost());
        }
        URI mysql = URI.create(servers.mysql());
        if (config.mysql().tls().mode() == MySqlTls.Mode.OFF
                && !PrivateHosts.contain(String.valueOf(mysql.getHost()))) {
            LOG.warn("The link to MySQL at {} is not encrypted: set mysql-tls", mysql.getHost());
        }
    }

    private static boolean isThisMachine(String member) {
        return member.startsWith("127.") || member.startsWith("localhost");
    }
}
