package outrigger.jarexecuter;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** One call of a jar method, from its command-line arguments to its exit code. */
final class JarCall {
    private final String jar;
    private final String signature;
    private final List<String> parameters;
    private final StandardStreams streams;

    JarCall(String jar, String signature, List<String> parameters, StandardStreams streams) {
        this.jar = jar;
        this.signature = signature;
        this.parameters = parameters;
        this.streams = streams;
    }

    /** The classes of a jar and of the jars in its manifest. */
    static URLClassLoader load(String jar) throws IOException {
        return new JarLoader(new File(jar).toURI().toURL());
    }

    private static final class JarLoader extends URLClassLoader {
        JarLoader(URL jar) {
            super(new URL[] {jar}, JarCall.class.getClassLoader());
        }

        /** Permissions are used only by a security manager, and computing them opens each jar once more. */
        @Override
        protected PermissionCollection getPermissions(CodeSource source) {
            return new Permissions();
        }
    }

    /** Calls the method with a class loader of its own, which is not closed, because the process ends afterwards. */
    int run() {
        try {
            return run(load(jar));
        } catch (IOException unreadable) {
            return fail("java.io.IOException: " + unreadable.getMessage());
        }
    }

    /**
     * Waits for the threads that the method has started, and writes its result to standard output and errors
     * to standard error. Never throws, because the process would not end while such a thread runs.
     *
     * @return the exit code: 0, or 1 when the method has thrown or could not be called
     */
    int run(URLClassLoader loader) {
        Thread.currentThread().setContextClassLoader(loader);
        try {
            String text = call(loader);
            StandardStreams.flush();
            return text == null ? 0 : writeResult(text);
        } catch (InvocationTargetException thrown) {
            return failWithTrace(thrown.getCause());
        } catch (UnsupportedClassVersionError newer) {
            return fail("java.lang.UnsupportedClassVersionError: the jar was compiled for a newer Java than "
                + System.getProperty("java.version") + ", which runs it: " + newer.getMessage());
        } catch (ExceptionInInitializerError thrown) {
            return failWithTrace(thrown);
        } catch (LinkageError incomplete) {
            return fail(incomplete.toString());
        } catch (ClassNotFoundException missing) {
            return fail(explain(missing));
        } catch (Exception wrongCall) {
            return fail(wrongCall.getClass().getName() + ": " + wrongCall.getMessage());
        } catch (Throwable failed) {
            return failWithTrace(failed);
        }
    }

    /** The text of the result; null for a void method. */
    private String call(URLClassLoader loader) throws Exception {
        Object value = new MethodCall(signature).run(loader, parameters);
        // The method may have left its thread interrupted, which would end the waiting.
        Thread.interrupted();
        boolean isVoid = value == MethodCall.NOTHING;
        StartedThreads.await(isVoid);
        if (isVoid) return null;
        try {
            return ReturnedValue.text(value);
        } catch (StackOverflowError endless) {
            throw new StackOverflowError("the returned value does not end.");
        } catch (Throwable thrown) {
            // Code of the jar was run: toString, a getter, an iterator.
            throw new InvocationTargetException(thrown);
        }
    }

    private int writeResult(String text) {
        try {
            streams.writeResult(text);
            return 0;
        } catch (IOException closed) {
            return fail("java.io.IOException: the method has closed the standard output of the process, so the value that "
                + "it returned is lost.");
        }
    }

    private int fail(String message) {
        streams.restore();
        System.err.println(message);
        return 1;
    }

    private int failWithTrace(Throwable thrown) {
        streams.restore();
        try {
            StackTrace.cut(thrown);
            thrown.printStackTrace();
        } catch (Throwable unreadable) {
            // A class of the jar may override the methods that describe an exception.
            System.err.println(thrown.getClass().getName() + ": this exception cannot be described, because of "
                + unreadable.getClass().getName());
        }
        return 1;
    }

    /** Explains why a class was not found: the jar is damaged, is packed like Spring Boot, or lacks the class. */
    private String explain(ClassNotFoundException missing) {
        String name = new File(jar).getName();
        if (!new File(jar).canRead()) return "java.io.IOException: " + name + " cannot be read.";
        String nearest;
        try (JarFile file = new JarFile(jar)) {
            nearest = classOfSimpleName(file, missing.getMessage());
            if (file.getEntry("BOOT-INF/") != null || file.getEntry("BOOT-INF/classes/") != null) {
                return "java.lang.ClassNotFoundException: " + name + " is a Spring Boot jar, whose classes are packed inside"
                    + " of it and cannot be called by name. Use the plain jar of the same build (its name often ends in"
                    + " -plain.jar).";
            }
        } catch (IOException damaged) {
            return damaged.getClass().getName() + ": " + name + " is damaged or is no jar: " + damaged.getMessage();
        }
        if (missing.getCause() instanceof IOException) {
            return missing.getCause().getClass().getName() + ": the class " + missing.getMessage() + " in " + name
                + " cannot be read, because the jar is damaged: " + missing.getCause().getMessage();
        }
        return "java.lang.ClassNotFoundException: " + name + " has no class " + missing.getMessage() + "."
            + (nearest == null ? "" : " It has the class " + nearest + ".");
    }

    /** The full name of the only class in the jar with this last name, in any case; null where there is none or several. */
    private static String classOfSimpleName(JarFile file, String className) {
        String simpleName = className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
        String found = null;
        for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements();) {
            String entry = entries.nextElement().getName();
            if (!entry.endsWith(".class") || entry.startsWith("META-INF/")) continue;
            String full = entry.substring(0, entry.length() - ".class".length()).replace('/', '.').replace('$', '.');
            if (!full.substring(full.lastIndexOf('.') + 1).equalsIgnoreCase(simpleName)) continue;
            if (found != null) return null;
            found = full;
        }
        return found;
    }
}
