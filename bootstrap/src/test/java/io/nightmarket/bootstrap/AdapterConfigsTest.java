package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.mysql.MySqlConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
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
}
