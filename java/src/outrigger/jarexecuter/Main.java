package outrigger.jarexecuter;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls one method of a jar: `java -jar JarExecuter.jar <jar> <Class.method(Type,Type)> <json> ...`.
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
            MethodCall.Answer answer = new MethodCall(args[1]).run(loader, parameters);
            System.out.flush();
            if (!answer.isVoid) print(text(answer.value));
            return 0;
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            keepOwnFrames(cause);
            cause.printStackTrace();
        } catch (ClassNotFoundException missing) {
            System.err.println("java.lang.ClassNotFoundException: " + args[0] + " has no class " + missing.getMessage());
        } catch (Exception wrongCall) {
            System.err.println(wrongCall.getClass().getName() + ": " + wrongCall.getMessage());
        }
        return 1;
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
