package io.nightmarket.bootstrap.cli;

import io.nightmarket.domain.account.PhoneNumber;
import java.security.SecureRandom;
import org.bouncycastle.util.encoders.Base32;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a user the secret of an authenticator app. */
@Command(
        name = "second-factor",
        description =
                "Makes a secret for a user's authenticator app, in place of an earlier one, and prints its address.",
        mixinStandardHelpOptions = true)
final class SecondFactorCommand extends DatabaseCommand {
    /** As RFC 4226 recommends; a multiple of five bits, which Base32 does not pad. */
    private static final int SECRET_BYTES = 20;

    @Parameters(index = "0", paramLabel = "PHONE", description = "phone number")
    private String phone = "";

    @Option(names = "--remove", description = "remove the secret instead")
    private boolean remove;

    @Override
    String run() {
        PhoneNumber number = phone(phone);
        return remove ? remove(number) : set(number);
    }

    private String remove(PhoneNumber number) {
        if (!ask(stores -> stores.mysql().totpSecrets().remove(number))) {
            throw new Refused(phone + " has no second factor");
        }
        return phone + " has no second factor any more";
    }

    private String set(PhoneNumber number) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        if (!ask(stores -> stores.mysql().totpSecrets().set(number, secret))) {
            throw new Refused("there is no user with the phone " + phone + "; \"user grant\" creates one");
        }
        return "otpauth://totp/Night%20Market:" + phone + "?issuer=Night%20Market&secret="
                + Base32.toBase32String(secret);
    }
}
