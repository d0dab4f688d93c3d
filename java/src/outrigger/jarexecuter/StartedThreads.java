package outrigger.jarexecuter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The threads that a call has started: those of the thread group that the current thread belongs to. */
final class StartedThreads {
    /** Milliseconds to wait for the threads of a method that has already returned its result. */
    private static final long GRACE_MS = 2000;
    private static final long POLL_MS = 5;

    private StartedThreads() {
    }

    /**
     * Waits until the threads have ended, as Java does at the end of a program, except for daemon threads and threads
     * of a pool, a timer or an event loop that wait for work, because these would never end.
     *
     * @param withoutLimit false if 2 seconds are enough, because the result matters more than their output
     */
    static void await(boolean withoutLimit) throws InterruptedException {
        long deadline = System.nanoTime() + GRACE_MS * 1_000_000;
        while (isAnyBusy() && (withoutLimit || System.nanoTime() < deadline)) Thread.sleep(POLL_MS);
    }

    private static boolean isAnyBusy() {
        for (Thread thread : list()) if (!thread.isDaemon() && !waitsForWork(thread)) return true;
        return false;
    }

    /** The running threads, without the current one and without the common pool. */
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

    /** Whether the JVM has started a process; Java has a thread for each, which lives on for some time. */
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
