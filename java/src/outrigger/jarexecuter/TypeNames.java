package outrigger.jarexecuter;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of parameter types: short names for common types, the full name for other classes. */
final class TypeNames {
    private static final Map<String, Class<?>> SHORT = new LinkedHashMap<String, Class<?>>();

    static {
        SHORT.put("Number", Number.class);
        SHORT.put("int", int.class);
        SHORT.put("Integer", Integer.class);
        SHORT.put("long", long.class);
        SHORT.put("Long", Long.class);
        SHORT.put("short", short.class);
        SHORT.put("Short", Short.class);
        SHORT.put("float", float.class);
        SHORT.put("Float", Float.class);
        SHORT.put("double", double.class);
        SHORT.put("Double", Double.class);
        SHORT.put("boolean", boolean.class);
        SHORT.put("Boolean", Boolean.class);
        SHORT.put("String", String.class);
        SHORT.put("byte", byte.class);
        SHORT.put("Byte", Byte.class);
        SHORT.put("char", char.class);
        SHORT.put("Character", Character.class);
        SHORT.put("BigInteger", BigInteger.class);
        SHORT.put("BigDecimal", BigDecimal.class);
        SHORT.put("Object", Object.class);
        SHORT.put("CharSequence", CharSequence.class);
        SHORT.put("Charset", Charset.class);
        SHORT.put("Class", Class.class);
        SHORT.put("Iterable", Iterable.class);
        SHORT.put("Collection", Collection.class);
        SHORT.put("List", List.class);
        SHORT.put("Set", Set.class);
        SHORT.put("Map", Map.class);
    }

    private TypeNames() {
    }

    /** The class of a name such as `int[][]`, `byte[]:hex`, `String...` or `java.util.UUID`. */
    static Class<?> classOf(String name, ClassLoader loader) {
        int encoding = name.indexOf("[]:");
        if (encoding >= 0) return classOf(name.substring(0, encoding + 2), loader);
        if (name.endsWith("...")) return classOf(name.substring(0, name.length() - 3) + "[]", loader);
        if (name.endsWith("[]")) {
            return Array.newInstance(classOf(name.substring(0, name.length() - 2), loader), 0).getClass();
        }
        Class<?> known = SHORT.get(name);
        if (known != null) return known;
        try {
            return load(name, loader);
        } catch (ClassNotFoundException unknown) {
            throw new IllegalArgumentException("There is no parameter type " + name + ".");
        }
    }

    /** Loads a class without initialising it; a nested class may be written Outer.Inner or Outer$Inner. */
    static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
        String tried = name;
        while (true) {
            try {
                return Class.forName(tried, false, loader);
            } catch (ClassNotFoundException missing) {
                int dot = tried.lastIndexOf('.');
                boolean mayBeNested = dot > 0 && Character.isUpperCase(tried.charAt(tried.lastIndexOf('.', dot - 1) + 1));
                if (!mayBeNested) throw tried.equals(name) ? missing : new ClassNotFoundException(name, missing.getCause());
                tried = tried.substring(0, dot) + '$' + tried.substring(dot + 1);
            }
        }
    }

    /** The name of a class in paramTypes. */
    static String nameOf(Class<?> type) {
        if (type.isArray()) return nameOf(type.getComponentType()) + "[]";
        for (Map.Entry<String, Class<?>> entry : SHORT.entrySet()) {
            if (entry.getValue() == type) return entry.getKey();
        }
        return type.getName();
    }
}
