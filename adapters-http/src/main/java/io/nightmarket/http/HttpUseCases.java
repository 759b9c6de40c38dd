package io.nightmarket.http;

import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.LogIn;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.RequestLoginCode;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.flashsale.CreateFlashSale;
import io.nightmarket.domain.flashsale.FindPlacement;
import io.nightmarket.domain.flashsale.ListShards;
import io.nightmarket.domain.flashsale.ListVouchers;
import io.nightmarket.domain.flashsale.PlaceFlashOrder;
import io.nightmarket.domain.flashsale.RestockSale;
import io.nightmarket.domain.flashsale.TurnSale;
import io.nightmarket.domain.lock.ForceUnlock;
import io.nightmarket.domain.lock.LockTable;
import io.nightmarket.domain.order.FindOrder;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.StalledShards;
import io.nightmarket.domain.order.TendDeadLetters;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.UpdateShop;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What the routes of one verticle do. */
public record HttpUseCases(
        RequestLoginCode requestLoginCode,
        LogIn logIn,
        LogOut logOut,
        CheckSession checkSession,
        UserRepository users,
        FindUserCard findUserCard,
        FindShop findShop,
        ListShops listShops,
        CreateShop createShop,
        UpdateShop updateShop,
        CreateFlashSale createFlashSale,
        ListVouchers listVouchers,
        PlaceFlashOrder placeFlashOrder,
        FindPlacement findPlacement,
        FindOrder findOrder,
        OrderNumbers orderNumbers,
        Operations operations,
        Readiness readiness) {
    /** What administrators do. */
    public record Operations(
            LockTable lockTable,
            ForceUnlock forceUnlock,
            TurnSale turnSale,
            RestockSale restockSale,
            ListShards listShards,
            TendDeadLetters tendDeadLetters,
            ManageCaches manageCaches) {}

    /**
     * Whether the node can serve.
     *
     * @param probes by name; one that completes is up
     * @param stalled shown, and no reason to send buyers elsewhere: they are admitted
     */
    public record Readiness(Map<String, Supplier<CompletionStage<Void>>> probes, StalledShards stalled) {
        public Readiness {
            probes = Map.copyOf(probes);
        }
    }
}
