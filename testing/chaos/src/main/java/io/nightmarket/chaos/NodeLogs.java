package io.nightmarket.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What nodes logged during a run: from where each log ended when the run began. */
final class NodeLogs {
    /** A line of the log begins with a date, a stack trace is indented. */
    private static final Pattern DATED = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\S+ .*");

    private static final Pattern ERROR = Pattern.compile("\\S+ ERROR .*");
    /** Different errors that are shown. */
    private static final int SHOWN = 10;

    private final Map<Path, Long> begins = new LinkedHashMap<>();

    NodeLogs(List<Path> logs) {
        logs.forEach(log -> begins.put(log, log.toFile().length()));
    }

    /**
     * What is left of the logs after their folder was deleted.
     *
     * @param place the folder of the copies, or why there are none
     * @param errors the first ones that differ in more than time and numbers, each with its stack trace
     */
    record Kept(String place, List<String> errors) {
        static final Kept NOTHING = new Kept("", List.of());

        Kept {
            errors = List.copyOf(errors);
        }
    }

    /** Copies what was logged during the run into this folder, which is made. */
    Kept keep(Path folder) {
        Map<String, String> errors = new LinkedHashMap<>();
        try {
            Files.createDirectories(folder);
            for (Path log : begins.keySet()) {
                String text = written(log);
                Files.writeString(folder.resolve(log.getName(log.getNameCount() - 2) + ".log"), text);
                errors(text).forEach(error -> errors.putIfAbsent(kind(error), error));
            }
        } catch (IOException e) {
            return new Kept(e.toString(), List.of());
        }
        return new Kept(folder.toString(), errors.values().stream().limit(SHOWN).toList());
    }

    private String written(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        byte[] all = Files.readAllBytes(log);
        int begin = Math.toIntExact(begins.getOrDefault(log, 0L));
        return new String(all, begin, all.length - begin, StandardCharsets.UTF_8);
    }

    private static List<String> errors(String log) {
        List<String> errors = new ArrayList<>();
        boolean isError = false;
        for (String line : log.lines().toList()) {
            boolean begins = DATED.matcher(line).matches();
            isError = begins ? ERROR.matcher(line).matches() : isError;
            if (isError && begins) {
                errors.add(line);
            } else if (isError) {
                errors.set(errors.size() - 1, errors.getLast() + '\n' + line);
            }
        }
        return errors;
    }

    /** The error without its time and the numbers in it. */
    private static String kind(String error) {
        return error.substring(error.indexOf(' ')).replaceAll("\\b[0-9a-f]*\\d[0-9a-f]*\\b", "#");
    }
}
