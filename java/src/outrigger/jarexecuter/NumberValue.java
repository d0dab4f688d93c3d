package outrigger.jarexecuter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Converts a JSON number to a Java number. */
final class NumberValue {
    private static final List<Class<?>> INTEGERS = Arrays.<Class<?>>asList(byte.class, Byte.class, short.class, Short.class,
        int.class, Integer.class, long.class, Long.class, BigInteger.class);
    private static final List<Class<?>> FLOATS = Arrays.<Class<?>>asList(float.class, Float.class, double.class, Double.class,
        BigDecimal.class, Number.class);

    private NumberValue() {
    }

    static boolean isKnown(Class<?> type) {
        return INTEGERS.contains(type) || FLOATS.contains(type);
    }

    /** As Java's widening and boxing allow: an int fits neither byte nor short, a double does not fit float. */
    static boolean accepts(Class<?> type, BigDecimal number) {
        if (number.scale() > 0) {
            return type == double.class || type.isAssignableFrom(Double.class) || type == BigDecimal.class;
        }
        if (type == int.class || type == Integer.class) return fits(number, 32);
        if (type == long.class || type == Long.class) return fits(number, 64);
        boolean isNarrow = type == byte.class || type == Byte.class || type == short.class || type == Short.class;
        return (isKnown(type) && !isNarrow) || type.isAssignableFrom(Integer.class);
    }

    private static boolean fits(BigDecimal number, int bits) {
        // A number such as 1e999999999 would take all memory as an integer.
        return number.precision() - number.scale() <= 20 && number.toBigInteger().bitLength() < bits;
    }

    /** Also accepts a string, because JSON numbers of a script lose their last digits beyond 2^53. */
    static Object convert(Object json, Class<?> type) {
        try {
            BigDecimal exact = json instanceof BigDecimal ? (BigDecimal) json : new BigDecimal((String) json);
            if (exact.precision() - exact.scale() > 5000) throw new ArithmeticException("too large");
            if (type == byte.class || type == Byte.class) return exact.byteValueExact();
            if (type == short.class || type == Short.class) return exact.shortValueExact();
            if (type == int.class || type == Integer.class) return exact.intValueExact();
            if (type == long.class || type == Long.class) return exact.longValueExact();
            if (type == BigInteger.class) return exact.toBigIntegerExact();
            if (type == float.class || type == Float.class) return exact.floatValue();
            if (type == double.class || type == Double.class) return exact.doubleValue();
            if (type == BigDecimal.class) return exact;
            return smallest(exact);
        } catch (ClassCastException notText) {
            throw ParameterValue.unfit(json, type, notText);
        } catch (ArithmeticException outOfRange) {
            throw ParameterValue.unfit(json, type, outOfRange);
        } catch (NumberFormatException noNumber) {
            throw ParameterValue.unfit(json, type, noNumber);
        }
    }

    /** Returns an Integer if possible, otherwise a Long, a BigInteger or a Double. */
    private static Number smallest(BigDecimal exact) {
        if (exact.scale() > 0) return exact.doubleValue();
        if (fits(exact, 32)) return exact.intValue();
        if (fits(exact, 64)) return exact.longValue();
        return exact.toBigInteger();
    }
}
