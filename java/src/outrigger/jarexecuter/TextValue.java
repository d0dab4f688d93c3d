package outrigger.jarexecuter;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Converts a text to a character, an enum constant, a class, or an object that its type creates from a text. */
final class TextValue {
    /** Names of static methods that create an object from a text, in Java and in libraries. */
    private static final List<String> FACTORIES = Arrays.asList("valueOf", "fromString", "forName", "parse", "of",
        "forLanguageTag", "create", "compile");

    private TextValue() {
    }

    static boolean isKnown(Class<?> type) {
        return type == char.class || type == Character.class || type == char[].class || type == Class.class
            || type == Path.class || type.isEnum() || (!isPlain(type) && factory(type) != null);
    }

    static boolean accepts(Class<?> type, String text) {
        if (type == char.class || type == Character.class) return text.length() == 1;
        return isKnown(type);
    }

    /** Types with a JSON value of their own, which are not converted from texts. */
    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive() || type.isArray() || type == Boolean.class || NumberValue.isKnown(type)
            || type.isAssignableFrom(String.class);
    }

    static Object convert(String text, Class<?> type) {
        try {
            if (type == char.class || type == Character.class) {
                if (text.length() == 1) return text.charAt(0);
                throw ParameterValue.unfit(text, type, null);
            }
            if (type.isInstance(text)) return text;
            if (type.isEnum()) return constant(text, type);
            if (type == Class.class) return TypeNames.load(text, Thread.currentThread().getContextClassLoader());
            if (type == Path.class) return Paths.get(text);
            AnnotatedElement factory = isPlain(type) ? null : factory(type);
            if (factory instanceof Method) return ((Method) factory).invoke(null, text);
            if (factory instanceof Constructor) return ((Constructor<?>) factory).newInstance(text);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException("The value \"" + text + "\" is no " + TypeNames.nameOf(type) + ": "
                + refused.getCause(), refused);
        } catch (ReflectiveOperationException unfit) {
            throw ParameterValue.unfit(text, type, unfit);
        }
        throw ParameterValue.unfit(text, type, null);
    }

    private static Object constant(String text, Class<?> type) {
        for (Object constant : type.getEnumConstants()) if (((Enum<?>) constant).name().equals(text)) return constant;
        StringBuilder names = new StringBuilder();
        for (Object constant : type.getEnumConstants()) {
            names.append(names.length() > 0 ? ", " : "").append(((Enum<?>) constant).name());
        }
        throw new IllegalArgumentException("The value \"" + text + "\" is no " + type.getName() + ", which has " + names + ".");
    }

    /** A public static method or constructor of a type with one text parameter. */
    private static AnnotatedElement factory(Class<?> type) {
        if (!Modifier.isPublic(type.getModifiers())) return null;
        for (String name : FACTORIES) {
            for (Class<?> parameter : new Class<?>[] {String.class, CharSequence.class}) {
                try {
                    Method method = type.getMethod(name, parameter);
                    if (Modifier.isStatic(method.getModifiers()) && type.isAssignableFrom(method.getReturnType())) return method;
                } catch (NoSuchMethodException next) {
                    // Tries the next name.
                }
            }
        }
        try {
            return Modifier.isAbstract(type.getModifiers()) ? null : type.getConstructor(String.class);
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    /** @param typeName ends in `:text` for UTF-8, `:base64` or `:hex` */
    static byte[] bytes(String text, String typeName) {
        String encoding = typeName == null ? "" : typeName.substring(typeName.indexOf(':') + 1);
        try {
            if (encoding.equals("text")) return text.getBytes(StandardCharsets.UTF_8);
            if (encoding.equals("base64")) return Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
            if (encoding.equals("hex")) return hex(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("The value is no " + typeName + ": " + wrong.getMessage());
        }
        throw new IllegalArgumentException("A text becomes a byte[] when paramTypes says how: 'byte[]:text', 'byte[]:base64'"
            + " or 'byte[]:hex'.");
    }

    private static byte[] hex(String text) {
        if (text.length() % 2 != 0) throw new IllegalArgumentException("it has an odd number of digits.");
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int high = Character.digit(text.charAt(2 * i), 16);
            int low = Character.digit(text.charAt(2 * i + 1), 16);
            if (high < 0 || low < 0) throw new IllegalArgumentException("there is no hexadecimal digit at " + 2 * i + ".");
            bytes[i] = (byte) (high << 4 | low);
        }
        return bytes;
    }
}
