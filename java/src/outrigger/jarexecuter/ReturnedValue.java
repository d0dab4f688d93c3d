package outrigger.jarexecuter;

import java.util.Collection;
import java.util.Map;

/**
 * Converts the result of a method to text: an array, a Collection or a Map to JSON, everything else to the text that
 * String.valueOf returns. An object without its own toString, whose text would be `Type@1b2c3d`, becomes JSON too.
 */
final class ReturnedValue {
    private ReturnedValue() {
    }

    static String text(Object value) {
        if (value == null) return "null";
        boolean isList = value.getClass().isArray() || value instanceof Collection || value instanceof Map;
        return isList || !hasToString(value) ? new JsonWriter().write(value) : String.valueOf(value);
    }

    /** Whether its class overrides toString. */
    static boolean hasToString(Object value) {
        try {
            return value.getClass().getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException everyClassHasIt) {
            throw new IllegalStateException(everyClassHasIt);
        }
    }
}
