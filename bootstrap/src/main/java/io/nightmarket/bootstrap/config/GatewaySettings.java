package io.nightmarket.bootstrap.config;

import io.nightmarket.bootstrap.config.AppConfig.Payments.Gateway;
import java.time.Duration;

/** The services of the operator's that a node calls: the one that sends login codes, and the one that takes money. */
record GatewaySettings(Settings settings) {
    /** A moment past 2038 is none to a column of the database. */
    private static final Duration MAX_PAY_WITHIN = Duration.ofDays(365);

    AppConfig.Sms sms() {
        String url = settings.text("sms.url", "");
        if (!url.isEmpty() && !url.equals(AppConfig.Sms.CONSOLE) && !url.matches("https?://[^/\\s]+\\S*")) {
            settings.problem(
                    "'sms.url' must begin with http:// or https:// and name a host, or be " + AppConfig.Sms.CONSOLE);
        }
        checkEncryption("sms.url", url);
        String secret = settings.text("sms.secret", "");
        if (!secret.matches("[!-~]*")) {
            settings.problem("'sms.secret' has printable ASCII characters only, and no blanks");
        }
        return new AppConfig.Sms(url, secret);
    }

    /** Where payments are refused, orders don't expire: existing front ends have no page to pay on. */
    AppConfig.Payments payments() {
        Gateway gateway = gateway();
        Duration payWithin = settings.duration("payments.pay-within", "15m", MAX_PAY_WITHIN);
        String url = settings.text("payments.url", "").replaceFirst("/+$", "");
        String secret = settings.text("payments.secret", "");
        if (gateway == Gateway.HTTP) {
            checkService(url, secret);
        }
        return new AppConfig.Payments(gateway, gateway == Gateway.OFF ? Duration.ZERO : payWithin, url, secret);
    }

    private Gateway gateway() {
        Gateway written = settings.choice("payments.gateway", Gateway.AUTO);
        if (written != Gateway.AUTO) {
            return written;
        }
        return ServerSettings.areEmbedded(settings) ? Gateway.SANDBOX : Gateway.OFF;
    }

    private void checkService(String url, String secret) {
        if (!url.matches("https?://[^/\\s?#@]+(/[^\\s?#]*)?")) {
            settings.problem(
                    "'payments.gateway' http needs 'payments.url', which begins with http:// or https:// and names a"
                            + " host, without user, query and fragment");
        }
        checkEncryption("payments.url", url);
        if (secret.length() < AppConfig.Secrets.MIN_LENGTH) {
            settings.problem("'payments.gateway' http needs 'payments.secret', of at least "
                    + AppConfig.Secrets.MIN_LENGTH + " characters");
        }
    }

    private void checkEncryption(String key, String url) {
        if (url.startsWith("http:") && !PrivateHosts.containHostOf(url)) {
            settings.problem("'" + key + "' must begin with https://, or name a loopback or private address");
        }
    }
}
