package io.nightmarket.bootstrap.cluster;

/**
 * Through this loader a member finds the classes whose names other members send, by whatever serialization, and those named
 * in configurations: only the ones of {@link SerializationFilter}. Others are refused by {@code SecurityException}:
 * Hazelcast looks elsewhere for a class that is merely not found.
 */
final class AllowedClasses extends ClassLoader {
    AllowedClasses() {
        super(AllowedClasses.class.getClassLoader());
    }

    /** Loads without initializing. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> found = super.loadClass(name, resolve);
        if (!SerializationFilter.allows(name)) {
            throw new SecurityException("The class " + name + " is not allowed");
        }
        return found;
    }
}
