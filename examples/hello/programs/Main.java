/** Source of hello.jar, a program with a main of its own. */
public class Main {
    public static void main(String[] args) {
        if (args.length < 2) throw new IllegalArgumentException("A name and a number are needed.");
        System.out.println("Hello " + args[0] + ", " + (Integer.parseInt(args[1]) + 1));
    }
}
