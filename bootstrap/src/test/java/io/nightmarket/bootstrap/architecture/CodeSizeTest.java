package io.nightmarket.bootstrap.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Main code has no class over 200 lines without a reason beside it, and no method over 30. */
final class CodeSizeTest {
    private static final int MAX_CLASS = 200;
    private static final int MAX_METHOD = 30;
    private static final String REASON = "// Over " + MAX_CLASS + " lines: ";

    @Test
    void mainCodeComesInSmallParts() throws IOException {
        List<Path> files = PlainWordsTest.mainCode()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
        assertFalse(files.size() < 300, () -> "only " + files.size() + " files were found");

        assertEquals(List.of(), faults(files));
    }

    @Test
    void longClassesAndMethodsAreFound(@TempDir Path folder) throws IOException {
        String method = "    void run() {" + "\n".repeat(MAX_METHOD) + "}\n";
        Path longMethod = Files.writeString(folder.resolve("A.java"), "class A {\n" + method + "}");
        Path longClass = Files.writeString(folder.resolve("B.java"), "class B {" + "\n".repeat(MAX_CLASS) + "}");
        Path explained = Files.writeString(folder.resolve("C.java"), REASON + "it is.\n" + "\n".repeat(MAX_CLASS));

        assertEquals(
                List.of("A.java: method run has 31 lines", "B.java: 201 lines, and no reason beside it"),
                faults(List.of(longMethod, longClass, explained)));
    }

    private static List<String> faults(List<Path> files) throws IOException {
        List<String> faults = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager sources = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, sources, null, null, null, sources.getJavaFileObjectsFromPaths(files));
            for (CompilationUnitTree unit : task.parse()) {
                String name =
                        Path.of(unit.getSourceFile().getName()).getFileName().toString();
                List<String> lines = unit.getSourceFile()
                        .getCharContent(true)
                        .toString()
                        .lines()
                        .toList();
                if (lines.size() > MAX_CLASS && lines.stream().noneMatch(line -> line.startsWith(REASON))) {
                    faults.add(name + ": " + lines.size() + " lines, and no reason beside it");
                }
                scan(unit, Trees.instance(task).getSourcePositions(), fault -> faults.add(name + ": " + fault));
            }
        }
        return faults;
    }

    private static void scan(CompilationUnitTree unit, SourcePositions positions, Consumer<String> faults) {
        new TreeScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                LineMap map = unit.getLineMap();
                long first = map.getLineNumber(positions.getStartPosition(unit, method));
                long lines = map.getLineNumber(positions.getEndPosition(unit, method)) - first + 1;
                if (lines > MAX_METHOD) {
                    faults.accept("method " + method.getName() + " has " + lines + " lines");
                }
                return super.visitMethod(method, null);
            }
        }.scan(unit, null);
    }
}
