package io.nightmarket.bootstrap.cli;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.User;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a user's role away. */
@Command(
        name = "revoke",
        description = "Makes a shopper of the user with this phone, who owns no shops then.",
        mixinStandardHelpOptions = true)
final class RevokeCommand extends DatabaseCommand {
    @Parameters(index = "0", paramLabel = "PHONE", description = "phone number")
    private String phone = "";

    @Override
    String run() {
        PhoneNumber number = phone(phone);
        Optional<User> revoked = ask(stores -> stores.changeRole()
                .map(change -> change.revoke(number))
                .orElseGet(() -> stores.mysql().permissions().revoke(number)));
        if (revoked.isEmpty()) {
            throw new Refused("there is no user with the phone " + phone);
        }
        return phone + " is SHOPPER now and owns no shops; it counts within session.trust";
    }
}
