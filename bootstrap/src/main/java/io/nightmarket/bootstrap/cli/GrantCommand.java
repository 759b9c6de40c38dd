package io.nightmarket.bootstrap.cli;

import io.nightmarket.domain.account.NickNames;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.permission.Permissions.Granted;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives a user a role. */
@Command(
        name = "grant",
        description = "Gives the user with this phone a role; creates the user when there is none.",
        mixinStandardHelpOptions = true)
final class GrantCommand extends DatabaseCommand {
    @Parameters(index = "0", paramLabel = "PHONE", description = "phone number")
    private String phone = "";

    @Parameters(index = "1", paramLabel = "ROLE", description = "ADMIN or MERCHANT")
    private String role = "";

    @Override
    String run() {
        PhoneNumber number = phone(phone);
        Role wanted = wanted();
        AtomicBoolean atOnce = new AtomicBoolean();
        Granted granted = ask(stores -> {
            atOnce.set(stores.redis().isPresent());
            return stores.changeRole()
                    .map(change -> change.grant(number, wanted))
                    .orElseGet(() ->
                            stores.mysql().permissions().grant(number, NickNames.random(new SecureRandom()), wanted));
        });
        return phone + " is " + wanted + " now; the role counts "
                + (atOnce.get() ? "within session.trust" : "from the next login")
                + (granted.created() ? " (the account is new)" : "");
    }

    private Role wanted() {
        return switch (role) {
            case "ADMIN" -> Role.ADMIN;
            case "AUDITOR" -> Role.AUDITOR;
            case "MERCHANT" -> Role.MERCHANT;
            case "OPERATOR" -> Role.OPERATOR;
            default -> throw new Refused(role + " is no role to grant: ADMIN, OPERATOR, AUDITOR or MERCHANT");
        };
    }
}
