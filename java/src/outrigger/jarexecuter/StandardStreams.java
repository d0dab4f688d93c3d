package outrigger.jarexecuter;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;

/**
 * Standard output and error of this process, in UTF-8. If a method replaces or closes System.out, output written here
 * still arrives.
 */
final class StandardStreams {
    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final OutputStream err = new FileOutputStream(FileDescriptor.err);
    private final PrintStream shownOut;
    private final PrintStream shownErr;

    StandardStreams() throws UnsupportedEncodingException {
        shownOut = new Uncloseable(out);
        shownErr = new Uncloseable(err);
    }

    /** Sets System.out and System.err to these streams. */
    void install() {
        System.setOut(shownOut);
        System.setErr(shownErr);
    }

    /** Sets them again after a method that may have replaced them, so that its error arrives. */
    void restore() {
        flush();
        install();
    }

    /** Flushes streams that the method has set. */
    static void flush() {
        for (PrintStream stream : new PrintStream[] {System.out, System.err}) {
            try {
                if (stream != null) stream.flush();
            } catch (RuntimeException cannotFlush) {
                // A stream of the method's, which says nothing about its result.
            }
        }
    }

    /** Writes the result after U+001E, its length in UTF-8 bytes and a line end. */
    void writeResult(String value) throws IOException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] mark = ("\u001e" + bytes.length + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] both = new byte[mark.length + bytes.length];
        System.arraycopy(mark, 0, both, 0, mark.length);
        System.arraycopy(bytes, 0, both, mark.length, bytes.length);
        write(shownOut, out, both);
    }

    /** Ends the output of one call of a warm JVM; the mark on stdout is written last. */
    void writeEnd(String nonce, int exitCode, boolean isReusable) throws IOException {
        write(shownErr, err, ("\u001e" + nonce + "\n").getBytes(StandardCharsets.UTF_8));
        write(shownOut, out, ("\u001e" + nonce + " " + exitCode + " " + (isReusable ? 1 : 0) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Written atomically, because other threads may still print. */
    private static void write(PrintStream shown, OutputStream stream, byte[] bytes) throws IOException {
        synchronized (shown) {
            stream.write(bytes);
        }
    }

    private static final class Uncloseable extends PrintStream {
        Uncloseable(OutputStream out) throws UnsupportedEncodingException {
            super(out, true, "UTF-8");
        }

        @Override
        public void close() {
            flush();
        }
    }
}
