package io.nightmarket.embedded;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file or folder can't be used, in words for the operator. */
final class Reasons {
    private Reasons() {}

    static String of(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "this user may not use " + denied.getFile();
            case NoSuchFileException missing -> missing.getFile() + " is missing";
            case NotDirectoryException file -> file.getFile() + " is no folder";
            case FileAlreadyExistsException file -> file.getFile() + " is no folder";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
