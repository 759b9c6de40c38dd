package io.nightmarket.embedded.demo;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pictures that the demo data name, drawn for them. Shops of a type share theirs. */
public final class DemoPictures {
    private static final Pattern PATH =
            Pattern.compile("(?:/imgs)?/types/(?<type>type-\\d+\\.png)|/imgs/icons/(?<portrait>shopper-\\d+\\.jpg)"
                    + "|/imgs/shops/(?<shop>\\d{1,3})-(?<number>[12])\\.jpg|/imgs/blogs/demo-(?<note>\\d{1,2})\\.jpg");

    private DemoPictures() {}

    /** The file that is shown under this path, if the demo data may name it. Blocks. */
    public static Optional<byte[]> find(String path) throws IOException {
        Matcher matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try (InputStream file = DemoPictures.class.getResourceAsStream("pictures/" + file(matcher))) {
            return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
        }
    }

    private static String file(Matcher path) {
        if (path.group("type") != null) {
            return path.group("type");
        } else if (path.group("portrait") != null) {
            return path.group("portrait");
        } else if (path.group("note") != null) {
            return "scene-" + DemoShops.type(DemoNotes.shop(Integer.parseInt(path.group("note")))) + "-2.jpg";
        }
        int shop = Integer.parseInt(path.group("shop"));
        String view = path.group("number").equals("1") ? "front-" : "scene-";
        return view + DemoShops.type(shop) + '-' + shop / Kind.ALL.size() % 2 + ".jpg";
    }
}
