package outrigger.jarexecuter;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Converts a JSON value, as Json.parse returns it, to the type of a parameter. */
final class ParameterValue {
    private ParameterValue() {
    }

    /** The allowed conversions; each level includes the previous ones. */
    enum Reach {
        /** By subtyping, widening and boxing, without loss, as in Java. A list is an array, an object a Map. */
        AS_IN_JAVA,
        /** A list may be a Collection, too, or an Object. */
        COLLECTIONS,
        /** A text may be converted to what it names (TextValue), an object to its JSON as a String. */
        TEXTS
    }

    static boolean accepts(Class<?> type, Object json, Reach reach) {
        if (json == null) return !type.isPrimitive();
        if (json instanceof List) return acceptsList(type, (List<?>) json, reach);
        if (type == Object.class) return true;
        if (json instanceof BigDecimal) return NumberValue.accepts(type, (BigDecimal) json);
        if (json instanceof Boolean) return type == boolean.class || type.isInstance(json);
        if (json instanceof Map) return CollectionValue.canBeMap(type) || (reach == Reach.TEXTS && type == String.class);
        return type.isInstance(json) || (reach == Reach.TEXTS && TextValue.accepts(type, (String) json));
    }

    private static boolean acceptsList(Class<?> type, List<?> items, Reach reach) {
        if (!type.isArray()) {
            return reach != Reach.AS_IN_JAVA && (type == Object.class || CollectionValue.canBeCollection(type));
        }
        for (Object item : items) {
            // A list in an Object[] is one of its elements.
            boolean isObject = type.getComponentType() == Object.class;
            if (!isObject && !accepts(type.getComponentType(), item, reach)) return false;
        }
        return true;
    }

    /** Whether a script can pass a value of this type at all. */
    static boolean canBePassed(Class<?> type) {
        if (type.isArray()) return canBePassed(type.getComponentType());
        return type.isPrimitive() || type == Object.class || Number.class.isAssignableFrom(type) && NumberValue.isKnown(type)
            || type == Boolean.class || CollectionValue.canBeCollection(type) || CollectionValue.canBeMap(type)
            || type.isAssignableFrom(String.class) || TextValue.isKnown(type);
    }

    /**
     * @param type with the types of the elements of a list or a map, as far as the method declares them
     * @param name of the type in paramTypes, with the encoding of bytes in a text; null without one
     * @throws IllegalArgumentException if the value cannot be converted to the type
     */
    static Object convert(Object json, Type type, String name) {
        Class<?> raw = rawClass(type);
        if (json == null) {
            if (raw.isPrimitive()) throw unfit(json, raw, null);
            return null;
        }
        if (raw.isArray()) return array(json, type, raw, name);
        if (NumberValue.isKnown(raw)) return NumberValue.convert(json, raw);
        if (raw == String.class) return json instanceof String ? json : new JsonWriter().write(json);
        if (json instanceof Boolean && (raw == boolean.class || raw.isInstance(json))) return json;
        if (json instanceof List && (raw == Object.class || CollectionValue.canBeCollection(raw))) {
            return CollectionValue.collection((List<?>) json, type, raw);
        }
        if (json instanceof Map && (raw == Object.class || CollectionValue.canBeMap(raw))) {
            return CollectionValue.map((Map<?, ?>) json, type, raw);
        }
        if (json instanceof BigDecimal && raw.isAssignableFrom(Integer.class)) return NumberValue.convert(json, Number.class);
        if (json instanceof String) return TextValue.convert((String) json, raw);
        throw unfit(json, raw, null);
    }

    private static Object array(Object json, Type type, Class<?> raw, String name) {
        if (json instanceof String && raw == byte[].class) return TextValue.bytes((String) json, name);
        if (json instanceof String && raw == char[].class) return ((String) json).toCharArray();
        if (!(json instanceof List)) throw unfit(json, raw, null);
        Type component = type instanceof GenericArrayType
            ? ((GenericArrayType) type).getGenericComponentType() : raw.getComponentType();
        List<?> items = (List<?>) json;
        Object array = Array.newInstance(raw.getComponentType(), items.size());
        for (int i = 0; i < items.size(); i++) Array.set(array, i, convert(items.get(i), component, null));
        return array;
    }

    static Class<?> rawClass(Type type) {
        if (type instanceof Class) return (Class<?>) type;
        if (type instanceof ParameterizedType) return rawClass(((ParameterizedType) type).getRawType());
        if (type instanceof TypeVariable) return rawClass(((TypeVariable<?>) type).getBounds()[0]);
        if (type instanceof WildcardType) return rawClass(((WildcardType) type).getUpperBounds()[0]);
        return Array.newInstance(rawClass(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
    }

    static IllegalArgumentException unfit(Object json, Class<?> type, Exception cause) {
        String shown = new JsonWriter().write(json);
        if (shown.length() > 200) shown = shown.substring(0, 200) + "...";
        return new IllegalArgumentException("The value " + shown + " is no " + TypeNames.nameOf(type) + ".", cause);
    }
}
