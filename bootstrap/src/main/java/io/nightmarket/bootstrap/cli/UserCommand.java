package io.nightmarket.bootstrap.cli;

import picocli.CommandLine.Command;

/** What users may do, for the operator who has the database. */
@Command(
        name = "user",
        description = "Gives users roles and second factors, and merchants shops.",
        mixinStandardHelpOptions = true,
        subcommands = {GrantCommand.class, RevokeCommand.class, ShopsCommand.class, SecondFactorCommand.class})
public final class UserCommand {}
