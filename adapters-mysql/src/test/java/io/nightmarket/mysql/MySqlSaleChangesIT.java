package io.nightmarket.mysql;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.contract.SaleChangesContract;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.shop.ShopId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

final class MySqlSaleChangesIT extends SaleChangesContract {
    private static final String AUDITED = "SELECT actor, address, action, subject, reason FROM audit_event"
            + " WHERE action = 'changeSale' AND before_change LIKE '{%' AND after_change LIKE '{%' ORDER BY id";

    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected SaleChanges changes() {
        return MYSQL.adapters().saleChanges();
    }

    @Override
    protected FlashSaleRepository sales() {
        return MYSQL.adapters().flashSales();
    }

    @Override
    protected ShopId freshShop() {
        return MySqlFixture.newShop();
    }

    @Override
    protected List<StaffAction> audited() {
        List<StaffAction> entries = new ArrayList<>();
        try (Connection connection = MySqlFixture.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(AUDITED)) {
            while (rows.next()) {
                entries.add(new StaffAction(
                        new UserId(rows.getLong("actor")),
                        rows.getString("address"),
                        rows.getString("action"),
                        rows.getString("subject"),
                        rows.getString("reason")));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return entries;
    }

    @Override
    protected Instant now() {
        return Instant.now();
    }
}
