package outrigger.jarexecuter;

import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLConnection;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** The state of the JVM that a call can change, to be restored for the next call. */
final class JvmState {
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final Locale displayLocale = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale formatLocale = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone timeZone = TimeZone.getDefault();
    private final List<Provider> providers = Arrays.asList(Security.getProviders());

    private JvmState() {
    }

    static JvmState save() {
        doNotKeepJarsOpen();
        return new JvmState();
    }

    void restore() {
        System.setIn(in);
        System.setOut(out);
        System.setErr(err);
        if (!properties.equals(System.getProperties())) System.setProperties((Properties) properties.clone());
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, displayLocale);
        Locale.setDefault(Locale.Category.FORMAT, formatLocale);
        TimeZone.setDefault(timeZone);
        Thread.setDefaultUncaughtExceptionHandler(null);
        if (!providers.equals(Arrays.asList(Security.getProviders()))) {
            for (Provider provider : Security.getProviders()) Security.removeProvider(provider.getName());
            for (Provider provider : providers) Security.addProvider(provider);
        }
    }

    /** Otherwise Java's cache of open jars would return resources of the class loader of an earlier call. */
    private static void doNotKeepJarsOpen() {
        try {
            // The method needs an instance, and changes the default for all instances.
            URLConnection connection = new URL("jar:file:/any.jar!/").openConnection();
            connection.setDefaultUseCaches(false);
        } catch (java.io.IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
