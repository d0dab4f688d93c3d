package example;

/** Source of greeter.jar. Scripts call its methods by name: no main is needed. */
public class Greeter {
    public static String greet(String name, int number) {
        return "Hello " + name + ", " + (number + 1);
    }

    public double average(double[] values) {
        double sum = 0;
        for (double value : values) sum += value;
        System.out.println("averaging " + values.length + " values");
        return values.length == 0 ? 0 : sum / values.length;
    }
}
