package io.nightmarket.bootstrap.program;

import io.nightmarket.testkit.OwnServer;

/**
 * What can befall a server, until it is over. Those of MySQL first: to a Redis that was restarted the last hours' changes
 * are told again, and what was changed then is in no cache until MySQL was asked for it once more.
 */
enum Outage {
    MYSQL_KILLED(false),
    MYSQL_HALTED(true),
    REDIS_KILLED(false),
    REDIS_HALTED(true);

    private final boolean halted;

    Outage(boolean halted) {
        this.halted = halted;
    }

    private OwnServer server(ShopMarket market) {
        return ofMySql() ? market.mysql() : market.redis();
    }

    boolean ofMySql() {
        return this == MYSQL_KILLED || this == MYSQL_HALTED;
    }

    void begin(ShopMarket market) {
        if (halted) {
            server(market).pause();
        } else {
            server(market).kill();
        }
    }

    void end(ShopMarket market) {
        if (halted) {
            server(market).resume();
        } else {
            server(market).startAgain();
        }
    }
}
