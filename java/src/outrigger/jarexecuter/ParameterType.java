package outrigger.jarexecuter;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values that an element of paramTypes may have, and how JSON becomes a value of each. */
final class ParameterType {
    private static final Map<String, Class<?>> SCALARS = new LinkedHashMap<String, Class<?>>();

    static {
        SCALARS.put("Number", Number.class);
        SCALARS.put("int", int.class);
        SCALARS.put("Integer", Integer.class);
        SCALARS.put("long", long.class);
        SCALARS.put("Long", Long.class);
        SCALARS.put("short", short.class);
        SCALARS.put("Short", Short.class);
        SCALARS.put("float", float.class);
        SCALARS.put("Float", Float.class);
        SCALARS.put("double", double.class);
        SCALARS.put("Double", Double.class);
        SCALARS.put("boolean", boolean.class);
        SCALARS.put("Boolean", Boolean.class);
        SCALARS.put("String", String.class);
    }

    private ParameterType() {
    }

    static Class<?> named(String name) {
        boolean array = name.endsWith("[]");
        Class<?> scalar = SCALARS.get(array ? name.substring(0, name.length() - 2) : name);
        if (scalar == null) throw new IllegalArgumentException("There is no parameter type " + name + ".");
        return array ? Array.newInstance(scalar, 0).getClass() : scalar;
    }

    /** The name of a class as paramTypes has it; other classes by their full name. */
    static String nameOf(Class<?> type) {
        if (type.isArray()) return nameOf(type.getComponentType()) + "[]";
        for (Map.Entry<String, Class<?>> entry : SCALARS.entrySet()) {
            if (entry.getValue() == type) return entry.getKey();
        }
        return type.getName();
    }

    /** Whether a method with this parameter takes the value, by Java's widening and boxing and without loss. */
    static boolean accepts(Class<?> type, Object json) {
        if (json == null) return !type.isPrimitive();
        if (type == Object.class) return true;
        if (json instanceof List && type.isArray()) {
            for (Object item : (List<?>) json) if (!accepts(type.getComponentType(), item)) return false;
            return true;
        }
        if (json instanceof BigDecimal) {
            boolean floating = type == double.class || type == Double.class;
            if (((BigDecimal) json).scale() > 0) return floating || type == Number.class;
            boolean small = ((BigDecimal) json).precision() <= 9 || fitsInt((BigDecimal) json);
            if (type == int.class || type == Integer.class) return small;
            return floating || type == long.class || type == Long.class || type == float.class || type == Float.class
                || type == Number.class;
        }
        if (json instanceof Boolean) return type == boolean.class || type == Boolean.class;
        return type.isInstance(json);
    }

    private static boolean fitsInt(BigDecimal number) {
        try {
            number.intValueExact();
            return true;
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    static Object convert(Object json, Class<?> type) {
        if (json == null) {
            if (type.isPrimitive()) throw unfit(json, type, null);
            return null;
        }
        if (type.isInstance(json) && !(json instanceof BigDecimal)) return json;
        if (type.isArray()) {
            if (!(json instanceof List)) throw unfit(json, type, null);
            List<?> items = (List<?>) json;
            Object array = Array.newInstance(type.getComponentType(), items.size());
            for (int i = 0; i < items.size(); i++) Array.set(array, i, convert(items.get(i), type.getComponentType()));
            return array;
        }
        if (type == String.class) return json instanceof String ? json : Json.write(json);
        if (type == boolean.class || type == Boolean.class) {
            if (json instanceof Boolean) return json;
            throw unfit(json, type, null);
        }
        return number(json, type);
    }

    private static Object number(Object json, Class<?> type) {
        try {
            // A text too: JSON numbers of a script lose their last digits beyond 2^53.
            BigDecimal exact = json instanceof BigDecimal ? (BigDecimal) json : new BigDecimal((String) json);
            if (type == int.class || type == Integer.class) return exact.intValueExact();
            if (type == long.class || type == Long.class) return exact.longValueExact();
            if (type == short.class || type == Short.class) return exact.shortValueExact();
            if (type == float.class || type == Float.class) return exact.floatValue();
            if (type == double.class || type == Double.class) return exact.doubleValue();
            if (exact.scale() > 0) return exact.doubleValue();
            return fitsInt(exact) ? (Number) exact.intValueExact() : (Number) exact.longValueExact();
        } catch (ClassCastException notText) {
            throw unfit(json, type, notText);
        } catch (ArithmeticException outOfRange) {
            throw unfit(json, type, outOfRange);
        } catch (NumberFormatException noNumber) {
            throw unfit(json, type, noNumber);
        }
    }

    private static IllegalArgumentException unfit(Object json, Class<?> type, Exception cause) {
        return new IllegalArgumentException("The value " + Json.write(json) + " is no " + nameOf(type) + ".", cause);
    }
}
