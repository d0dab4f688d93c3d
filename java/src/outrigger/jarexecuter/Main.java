package outrigger.jarexecuter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls one method of a jar: `java -jar JarExecuter.jar <jar> <Class.method(Type,Type)> <json> ...`. A single `-` in
 * place of the parameters means that the first line of standard input is a JSON array of them, for lists too long for
 * a command line; what follows that line is the standard input of the method.
 * With `--warm <jar>` it keeps running and serves one call after another (WarmServer).
 */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws Exception {
        StandardStreams streams = new StandardStreams();
        streams.install();
        if (args.length == 2 && args[0].equals("--warm")) {
            new WarmServer(args[1], streams).serve();
        } else if (args.length < 2) {
            System.err.println("Usage: java -jar JarExecuter.jar <jar> <Class.method(Type,Type)> <json> ...");
            System.exit(2);
        } else {
            List<String> parameters = Arrays.asList(Arrays.copyOfRange(args, 2, args.length));
            if (parameters.size() == 1 && parameters.get(0).equals("-")) parameters = fromInput();
            System.exit(new JarCall(args[0], args[1], parameters, streams).run());
        }
    }

    private static List<String> fromInput() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) line.write(next);
        List<String> parameters = new ArrayList<String>();
        for (Object value : (List<?>) Json.parse(line.toString("UTF-8"))) parameters.add((String) value);
        return parameters;
    }
}
