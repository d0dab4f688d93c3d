public class Main {
    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("fail")) throw new IllegalStateException("own error");
        System.err.println("note");
        StringBuilder out = new StringBuilder(System.getProperty("user.dir") + "\u0001" + System.getenv("GIVEN"));
        for (String argument : args) out.append("\u0001").append(argument);
        new java.io.PrintStream(System.out, true, "UTF-8").println(out);
    }
}
