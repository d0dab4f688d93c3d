package outrigger.jarexecuter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Removes the frames of this executor from the stack trace of a called method. */
final class StackTrace {
    private StackTrace() {
    }

    /** Cuts the stacks of an exception, of its causes and of those that it has suppressed. */
    static void cut(Throwable thrown) {
        cut(thrown, Collections.newSetFromMap(new IdentityHashMap<Throwable, Boolean>()));
    }

    private static void cut(Throwable thrown, Set<Throwable> seen) {
        if (thrown == null || !seen.add(thrown)) return;
        List<StackTraceElement> frames = new ArrayList<StackTraceElement>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            if (name.startsWith("outrigger.jarexecuter.")) break;
            boolean isReflection = name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.reflect.")
                || name.startsWith("sun.reflect.");
            if (!isReflection) frames.add(frame);
        }
        thrown.setStackTrace(frames.toArray(new StackTraceElement[0]));
        cut(thrown.getCause(), seen);
        for (Throwable suppressed : thrown.getSuppressed()) cut(suppressed, seen);
    }
}
