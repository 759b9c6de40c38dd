package io.nightmarket.http.site;

import io.nightmarket.http.answer.EntityTags;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;

/**
 * A file of the class path as a browser gets it.
 *
 * @param tag changes when the content does
 */
record Asset(Buffer content, String type, String tag) {
    private static final String VERSION_OF_UI = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String FILES_OF_UI = "/META-INF/resources/webjars/swagger-ui/";

    /** One of our own. */
    static Asset own(String resource) throws IOException {
        return read(resource, typeOf(resource));
    }

    /** One of Swagger UI, whose folder has its version in its name. */
    static Asset ofSwaggerUi(String name) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = open(VERSION_OF_UI)) {
            properties.load(in);
        }
        return own(FILES_OF_UI + properties.getProperty("version") + '/' + name);
    }

    private static Asset read(String resource, String type) throws IOException {
        try (InputStream in = open(resource)) {
            byte[] content = in.readAllBytes();
            return new Asset(Buffer.buffer(content), type, EntityTags.of(content));
        }
    }

    private static InputStream open(String resource) {
        return Objects.requireNonNull(Asset.class.getResourceAsStream(resource), resource);
    }

    private static String typeOf(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html;charset=utf-8";
            case "css" -> "text/css;charset=utf-8";
            case "js" -> "text/javascript;charset=utf-8";
            case "png" -> "image/png";
            case "yaml" -> "application/yaml";
            default -> throw new IllegalArgumentException(name);
        };
    }
}
