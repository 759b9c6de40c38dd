package io.nightmarket.bootstrap.cli;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.AssignShops;
import io.nightmarket.domain.account.permission.Permissions.Assignment;
import io.nightmarket.domain.shop.ShopId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a merchant the owner of shops, or no longer. */
@Command(
        name = "shops",
        description = "Makes a merchant the owner of shops (+3), or takes them away (-3).",
        mixinStandardHelpOptions = true)
final class ShopsCommand extends DatabaseCommand {
    private static final Pattern CHANGE = Pattern.compile("[+-][1-9][0-9]{0,17}");

    @Parameters(index = "0", paramLabel = "PHONE", description = "mobile number of a merchant")
    private String phone = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "+ID|-ID",
            description = "id of a shop to own, or to own no longer")
    private List<String> changes = List.of();

    @Override
    String run() {
        PhoneNumber number = phone(phone);
        changes.forEach(ShopsCommand::check);
        Set<ShopId> added = shops('+');
        Set<ShopId> removed = shops('-');
        return switch (ask(stores -> new AssignShops(stores.mysql().permissions()).assign(number, added, removed))) {
            case Assignment.Assigned(Map<ShopId, UserId> former) -> line(added, removed, former);
            case Assignment.UnknownUser() ->
                throw new Refused("there is no user with the phone " + phone + "; \"user grant\" creates one");
            case Assignment.NotMerchant(var role) ->
                throw new Refused(phone + " is " + role + ", and only a MERCHANT owns shops");
            case Assignment.UnknownShops(var shops) ->
                throw new Refused(named(shops) + " not found; nothing was changed");
            case Assignment.Contradictory(var shops) ->
                throw new Refused(named(shops) + " can't be both given and taken away");
        };
    }

    private static void check(String change) {
        if (!CHANGE.matcher(change).matches()) {
            throw new Refused(change + " is no change of shops: +3 gives shop 3, -3 takes it away");
        }
    }

    private Set<ShopId> shops(char sign) {
        Set<ShopId> shops = new HashSet<>();
        for (String change : changes) {
            if (change.charAt(0) == sign) {
                shops.add(new ShopId(Long.parseLong(change.substring(1))));
            }
        }
        return shops;
    }

    private String line(Set<ShopId> added, Set<ShopId> removed, Map<ShopId, UserId> former) {
        StringJoiner line = new StringJoiner(", and ", phone + " ", "; it counts at once");
        if (!added.isEmpty()) {
            line.add("owns " + named(added) + " now" + formerly(former));
        }
        if (!removed.isEmpty()) {
            line.add("no longer owns " + named(removed));
        }
        return line.toString();
    }

    /** A shop has one owner: who loses one by this is named. */
    private static String formerly(Map<ShopId, UserId> owners) {
        return owners.isEmpty()
                ? ""
                : owners.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey(Comparator.comparingLong(ShopId::value)))
                        .map(entry -> "shop " + entry.getKey().value() + " of user "
                                + entry.getValue().value())
                        .collect(Collectors.joining(", ", " (before: ", ")"));
    }

    private static String named(Collection<ShopId> shops) {
        return (shops.size() == 1 ? "shop " : "shops ")
                + shops.stream()
                        .map(ShopId::value)
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
    }
}
