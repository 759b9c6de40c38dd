package io.nightmarket.bootstrap.program;

import io.nightmarket.testkit.PreparedData;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** A data folder whose MariaDB needs no initialisation, for tests that are not about the first start. */
public final class PreparedFolder implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension) throws Exception {
        Path folder = Files.createTempDirectory("nightmarket-data");
        PreparedData.copyTo(folder);
        return folder;
    }
}
