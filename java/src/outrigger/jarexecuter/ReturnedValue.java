package outrigger.jarexecuter;

import java.util.Collection;
import java.util.Map;

/**
 * The text of a value that a method has returned: of an array, a Collection or a Map its JSON, of everything else what
 * String.valueOf gives. An object without a toString of its own, of which that would be `Type@1b2c3d`, is JSON too.
 */
final class ReturnedValue {
    private ReturnedValue() {
    }

    static String text(Object value) {
        if (value == null) return "null";
        boolean isList = value.getClass().isArray() || value instanceof Collection || value instanceof Map;
        return isList || !hasToString(value) ? new JsonWriter().write(value) : String.valueOf(value);
    }

    /** Whether its class says more than java.lang.Object does. */
    static boolean hasToString(Object value) {
        try {
            return value.getClass().getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException everyClassHasIt) {
            throw new IllegalStateException(everyClassHasIt);
        }
    }
}
