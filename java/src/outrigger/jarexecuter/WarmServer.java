package outrigger.jarexecuter;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.jar.JarFile;

/**
 * Serves calls of the methods of one jar, one after another. Each call has its own class loader, thread group and standard
 * input, and its changes of the JVM are reverted (JvmState).
 *
 * A request is read from the standard input of the process: its length in four bytes, then as much JSON in UTF-8,
 * `{"nonce", "signature", "parameters", "stdin"}`. The output of the call is written to standard output and error
 * unchanged. It ends with U+001E and the nonce, which the call does not know (StandardStreams.writeEnd).
 * The process ends with its standard input, also in the middle of a call.
 */
final class WarmServer {
    /** Limits what calls leave behind in the JVM, such as classes that are still referenced. */
    private static final int MAX_CALLS = 2000;

    private final String jar;
    private final StandardStreams streams;
    private final JvmState state = JvmState.save();
    private final BlockingQueue<Map<?, ?>> requests = new LinkedBlockingQueue<Map<?, ?>>();
    private volatile boolean isBusy;

    WarmServer(String jar, StandardStreams streams) {
        this.jar = jar;
        this.streams = streams;
    }

    void serve() throws Exception {
        Thread reader = new Thread("outrigger requests") {
            @Override
            public void run() {
                readRequests();
            }
        };
        reader.setDaemon(true);
        reader.start();
        // Opening a jar takes longer than most calls, so the next call is prepared between calls. As long as
        // one file of a jar is open, Java does not read its table of contents again.
        JarFile table = null;
        Call call;
        int calls = 0;
        do {
            if (table == null && !isWindows()) table = openTable();
            call = new Call(isWindows() ? null : openLoader(), ++calls < MAX_CALLS);
            call.start();
            call.join();
            state.restore();
        } while (call.isReusable);
    }

    private JarFile openTable() {
        try {
            return new JarFile(jar);
        } catch (IOException reportedByTheCall) {
            return null;
        }
    }

    private URLClassLoader openLoader() {
        try {
            URLClassLoader loader = JarCall.load(jar);
            loader.findResource("META-INF/MANIFEST.MF");
            return loader;
        } catch (IOException reportedByTheCall) {
            return null;
        }
    }

    /** On Windows an open file cannot be replaced, so the jar could not be rebuilt while this JVM is idle. */
    private static boolean isWindows() {
        return System.getProperty("os.name").startsWith("Windows");
    }

    private void readRequests() {
        try {
            DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
            while (true) {
                byte[] json = new byte[in.readInt()];
                in.readFully(json);
                requests.add((Map<?, ?>) Json.parse(new String(json, "UTF-8")));
            }
        } catch (IOException ended) {
            // A running call may block an orderly shutdown for ever.
            if (isBusy) Runtime.getRuntime().halt(1);
            System.exit(0);
        } catch (Throwable unreadable) {
            // Such as too little memory: nothing would be read any more, and the caller would wait for ever.
            unreadable.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** Runs one call on a thread and waits for it. The thread group identifies the threads of the call. */
    private final class Call extends Thread {
        private final URLClassLoader prepared;
        private volatile boolean isReusable;

        Call(URLClassLoader prepared, boolean isReusable) {
            super(new ThreadGroup("main"), "main");
            this.prepared = prepared;
            this.isReusable = isReusable;
            setDaemon(false);
        }

        @Override
        public void run() {
            try {
                Map<?, ?> request = requests.take();
                isBusy = true;
                int exitCode = run(request);
                isBusy = false;
                isReusable &= StartedThreads.list().isEmpty() && !StartedThreads.hasStartedProcess();
                streams.writeEnd((String) request.get("nonce"), exitCode, isReusable);
            } catch (Throwable failure) {
                // Otherwise the end of the call could not be reported.
                failure.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }

        private int run(Map<?, ?> request) throws IOException {
            String stdin = (String) request.get("stdin");
            System.setIn(new ByteArrayInputStream((stdin == null ? "" : stdin).getBytes("UTF-8")));
            List<String> parameters = new ArrayList<String>();
            for (Object parameter : (List<?>) request.get("parameters")) parameters.add((String) parameter);
            JarCall call = new JarCall(jar, (String) request.get("signature"), parameters, streams);
            try (URLClassLoader loader = prepared == null ? JarCall.load(jar) : prepared) {
                return call.run(loader);
            }
        }
    }
}
