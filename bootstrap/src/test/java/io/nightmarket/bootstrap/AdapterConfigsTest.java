package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigException;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.mysql.MySqlConfig;
import io.nightmarket.mysql.MySqlTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdapterConfigsTest {
    @Test
    void theTimeoutsOfRequestsAndOfSettlementReachMySql(@TempDir Path home) {
        AppConfig config = new ConfigLoader(home, Map.of())
                .load(null, Map.of("mysql-timeout", "700ms", "sale.settle-timeout", "7s", "mysql-pool-size", "3"));
        MySqlConfig mysql = AdapterConfigs.mySql(config, new AppConfig.Servers("redis://r", "mysql://u:p@m/db"));
        assertEquals(Duration.ofMillis(700), mysql.commandTimeout());
        assertEquals(Duration.ofSeconds(7), mysql.settleTimeout());
        assertEquals(3, mysql.poolSize());
    }

    @Test
    void filesOfCertificatesReachTheAdapters(@TempDir Path home) throws IOException {
        Path ca = Files.writeString(home.resolve("ca.pem"), "").toAbsolutePath().normalize();
        AppConfig config = new ConfigLoader(home, Map.of())
                .load(null, Map.of("mysql-tls", "verify-ca", "mysql-ca", "ca.pem", "redis-ca", "ca.pem"));
        AppConfig.Servers servers = new AppConfig.Servers("rediss://r", "mysql://u:p@m/db");
        assertEquals(
                new MySqlTls(MySqlTls.Mode.VERIFY_CA, Optional.of(ca)),
                AdapterConfigs.mySql(config, servers).tls());
        assertEquals(Optional.of(ca), AdapterConfigs.redis(config, servers).ca());
    }

    @Test
    void parametersOfAnAddressThatAreNotKnownAreTheOperatorsToRead(@TempDir Path home) {
        AppConfig config = new ConfigLoader(home, Map.of()).load(null, Map.of());
        AppConfig.Servers servers = new AppConfig.Servers("redis://r?ssl=true", "mysql://u:p@m/db?useSSL=true");
        assertThrows(ConfigException.class, () -> AdapterConfigs.mySql(config, servers));
        assertThrows(ConfigException.class, () -> AdapterConfigs.redis(config, servers));
    }
}
