package io.nightmarket.bootstrap;

import picocli.CommandLine.Command;

/** What users may do, for the operator who has the database; no route changes it. */
@Command(
        name = "user",
        description = "Gives users roles, and merchants shops.",
        mixinStandardHelpOptions = true,
        subcommands = {GrantCommand.class, ShopsCommand.class})
final class UserCommand {}
