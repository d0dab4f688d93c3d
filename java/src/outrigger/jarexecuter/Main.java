package outrigger.jarexecuter;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;

/**
 * Calls one method of a jar: `java -jar JarExecuter.jar <jar> <Class.method(Type,Type)> <json> ...`. A single `-` for the
 * parameters means that they come as one JSON array on standard input, for lists too long for a command line.
 * What the method prints goes to stdout as it is. A value that it returns follows after U+001E, its length in UTF-8
 * bytes and a line end, so that the two can be told apart.
 */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws Exception {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8"));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, "UTF-8"));
        System.exit(run(args));
    }

    private static int run(String[] args) {
        if (args.length < 2) {
            System.err.println("Usage: java -jar JarExecuter.jar <jar> <Class.method(Type,Type)> <json> ...");
            return 2;
        }
        try {
            URL[] jar = {new File(args[0]).toURI().toURL()};
            URLClassLoader loader = new URLClassLoader(jar, Main.class.getClassLoader());
            Thread.currentThread().setContextClassLoader(loader);
            List<String> parameters = Arrays.asList(args).subList(2, args.length);
            if (parameters.size() == 1 && parameters.get(0).equals("-")) parameters = fromInput();
            MethodCall.Answer answer = new MethodCall(args[1]).run(loader, parameters);
            System.out.flush();
            if (!answer.isVoid) print(text(answer.value));
            return 0;
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            keepOwnFrames(cause);
            cause.printStackTrace();
        } catch (UnsupportedClassVersionError newer) {
            System.err.println("java.lang.UnsupportedClassVersionError: the jar was compiled for a newer Java than "
                + System.getProperty("java.version") + ", which runs it: " + newer.getMessage());
        } catch (LinkageError incomplete) {
            System.err.println(incomplete);
        } catch (ClassNotFoundException missing) {
            String why = isSpringBoot(args[0])
                ? " is a Spring Boot jar, whose classes are packed inside of it and cannot be called by name. Use the plain"
                + " jar of the same build (its name often ends in -plain.jar)."
                : " has no class " + missing.getMessage() + ".";
            System.err.println("java.lang.ClassNotFoundException: " + new File(args[0]).getName() + why);
        } catch (Exception wrongCall) {
            System.err.println(wrongCall.getClass().getName() + ": " + wrongCall.getMessage());
        }
        return 1;
    }

    private static boolean isSpringBoot(String jar) {
        try (JarFile file = new JarFile(jar)) {
            return file.getEntry("BOOT-INF/") != null || file.getEntry("BOOT-INF/classes/") != null;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static List<String> fromInput() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[65536];
        for (int count = System.in.read(buffer); count >= 0; count = System.in.read(buffer)) bytes.write(buffer, 0, count);
        List<String> parameters = new ArrayList<String>();
        for (Object value : (List<?>) Json.parse(bytes.toString("UTF-8"))) parameters.add((String) value);
        return parameters;
    }

    private static String text(Object value) {
        boolean structured = value instanceof Iterable || value instanceof java.util.Map
            || (value != null && value.getClass().isArray());
        return structured ? Json.write(value) : String.valueOf(value);
    }

    private static void print(String value) throws Exception {
        byte[] bytes = value.getBytes("UTF-8");
        System.out.write(("\u001e" + bytes.length + "\n").getBytes("UTF-8"));
        System.out.write(bytes);
        System.out.flush();
    }

    /** The stack of the method, without that of this executor below it. */
    private static void keepOwnFrames(Throwable thrown) {
        List<StackTraceElement> own = new ArrayList<StackTraceElement>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith("outrigger.jarexecuter.")) break;
            boolean reflection = name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.reflect.")
                || name.startsWith("sun.reflect.");
            if (!reflection) own.add(frame);
        }
        thrown.setStackTrace(own.toArray(new StackTraceElement[0]));
    }
}
