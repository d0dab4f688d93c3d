package outrigger.jarexecuter;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The properties of an object: the components of a record; public getters and fields of any other object. */
final class ObjectProperties {
    private ObjectProperties() {
    }

    static boolean isRecord(Class<?> type) {
        return type.getSuperclass() != null && type.getSuperclass().getName().equals("java.lang.Record");
    }

    static Map<String, Object> ofRecord(Object record) {
        Map<String, Object> components = new LinkedHashMap<String, Object>();
        for (Field field : record.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) continue;
            try {
                components.put(field.getName(), read(record, record.getClass().getMethod(field.getName())));
            } catch (NoSuchMethodException hidden) {
                components.put(field.getName(), null);
            }
        }
        return components;
    }

    /** Sorted by name, because Java returns the methods of a class in no particular order. */
    static Map<String, Object> ofObject(Object object) {
        Map<String, Object> properties = new TreeMap<String, Object>();
        for (Field field : object.getClass().getFields()) {
            if (!Modifier.isStatic(field.getModifiers())) properties.put(field.getName(), read(object, field));
        }
        for (Method method : object.getClass().getMethods()) {
            boolean isGetter = method.getParameterTypes().length == 0 && !Modifier.isStatic(method.getModifiers())
                && method.getReturnType() != void.class && method.getDeclaringClass() != Object.class;
            String name = isGetter ? propertyName(method) : null;
            if (name != null) properties.put(name, read(object, method));
        }
        return properties;
    }

    /** `getName` and `isName` are `name`; null for other methods. */
    private static String propertyName(Method method) {
        String name = method.getName();
        boolean isQuestion = method.getReturnType() == boolean.class && name.startsWith("is");
        if (!isQuestion && !name.startsWith("get")) return null;
        String rest = name.substring(isQuestion ? 2 : 3);
        if (rest.isEmpty() || !Character.isUpperCase(rest.charAt(0))) return null;
        // As in JavaBeans: the property of getURL is URL.
        boolean isAcronym = rest.length() > 1 && Character.isUpperCase(rest.charAt(1));
        return isAcronym ? rest : Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
    }

    /** @return null also if the property cannot be read, so that the other properties are still returned */
    private static Object read(Object object, AccessibleObject member) {
        try {
            member.setAccessible(true);
            return member instanceof Field ? ((Field) member).get(object) : ((Method) member).invoke(object);
        } catch (Exception unreadable) {
            return null;
        }
    }
}
