package outrigger.jarexecuter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The threads that a call has started: those of the thread group that the current thread belongs to. */
final class StartedThreads {
    /** Milliseconds for threads of a method whose result is known already: the value that it has returned. */
    private static final long GRACE_MS = 2000;
    private static final long POLL_MS = 5;

    private StartedThreads() {
    }

    /**
     * Waits until they have ended, as Java does at the end of a program: daemons are not waited for. Nor are threads
     * that wait for work, which would never end: those of a pool, a timer or an event loop.
     *
     * @param withoutLimit false when 2 seconds are enough, because the result is more than what they print
     */
    static void await(boolean withoutLimit) throws InterruptedException {
        long deadline = System.nanoTime() + GRACE_MS * 1_000_000;
        while (isAnyBusy() && (withoutLimit || System.nanoTime() < deadline)) Thread.sleep(POLL_MS);
    }

    private static boolean isAnyBusy() {
        for (Thread thread : list()) if (!thread.isDaemon() && !waitsForWork(thread)) return true;
        return false;
    }

    /** Those that live, without the current one and without the pool that all of Java shares. */
    static List<Thread> list() {
        List<Thread> threads = new ArrayList<Thread>();
        for (Thread thread : list(Thread.currentThread().getThreadGroup())) {
            if (thread != Thread.currentThread() && !isOfCommonPool(thread)) threads.add(thread);
        }
        return threads;
    }

    private static List<Thread> list(ThreadGroup group) {
        Thread[] found = new Thread[group.activeCount() + 16];
        int count = group.enumerate(found);
        while (count == found.length) {
            found = new Thread[count * 2];
            count = group.enumerate(found);
        }
        return Arrays.asList(Arrays.copyOf(found, count));
    }

    private static boolean isOfCommonPool(Thread thread) {
        return thread instanceof ForkJoinWorkerThread
            && ((ForkJoinWorkerThread) thread).getPool() == ForkJoinPool.commonPool();
    }

    /** Whether a process was started since the JVM was; Java keeps a thread for its end, also some time after it. */
    static boolean hasStartedProcess() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) root = root.getParent();
        for (Thread thread : list(root)) if (thread.getName().startsWith("process reaper")) return true;
        return false;
    }

    private static boolean waitsForWork(Thread thread) {
        String above = "";
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            String method = frame.getMethodName();
            if (name.equals("java.util.concurrent.ThreadPoolExecutor") && method.equals("getTask")) return true;
            if (name.equals("java.util.concurrent.ForkJoinPool") && method.equals("awaitWork")) return true;
            if (name.equals("java.util.TimerThread") && method.equals("mainLoop")) return above.equals("java.lang.Object");
            if (name.equals("sun.nio.ch.SelectorImpl") && method.equals("lockAndDoSelect")) return true;
            if (method.equals("epollWait") || method.equals("keventWait")) return true;
            above = name;
        }
        return false;
    }
}
