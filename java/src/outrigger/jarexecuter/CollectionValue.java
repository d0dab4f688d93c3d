package outrigger.jarexecuter;

import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Converts a JSON array to a Collection, and a JSON object to a Map. */
final class CollectionValue {
    /** Classes for parameters of an interface type: the first one that implements the interface is created. */
    private static final List<Class<?>> COLLECTIONS = Arrays.<Class<?>>asList(ArrayList.class, LinkedHashSet.class,
        TreeSet.class, ArrayDeque.class);
    private static final List<Class<?>> MAPS = Arrays.<Class<?>>asList(LinkedHashMap.class, TreeMap.class,
        ConcurrentHashMap.class);

    private CollectionValue() {
    }

    static boolean canBeCollection(Class<?> type) {
        return Iterable.class.isAssignableFrom(type) && implementation(type, COLLECTIONS, Collection.class) != null;
    }

    static boolean canBeMap(Class<?> type) {
        return Map.class.isAssignableFrom(type) && implementation(type, MAPS, Map.class) != null;
    }

    /** @param type a parameterised type such as List<Long>, whose argument is the type of the items */
    static Object collection(List<?> items, Type type, Class<?> raw) {
        Collection<Object> collection = create(raw, COLLECTIONS, Collection.class);
        for (Object item : items) collection.add(ParameterValue.convert(item, parameter(type, 0, 1), null));
        return collection;
    }

    static Object map(Map<?, ?> members, Type type, Class<?> raw) {
        Map<Object, Object> map = create(raw, MAPS, Map.class);
        for (Map.Entry<?, ?> member : members.entrySet()) {
            Object key = ParameterValue.convert(member.getKey(), parameter(type, 0, 2), null);
            map.put(key, ParameterValue.convert(member.getValue(), parameter(type, 1, 2), null));
        }
        return map;
    }

    private static Type parameter(Type type, int index, int count) {
        if (!(type instanceof ParameterizedType)) return Object.class;
        Type[] parameters = ((ParameterizedType) type).getActualTypeArguments();
        return parameters.length == count ? parameters[index] : Object.class;
    }

    private static Class<?> implementation(Class<?> type, List<Class<?>> known, Class<?> kind) {
        for (Class<?> one : known) if (type.isAssignableFrom(one)) return one;
        if (!kind.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) return null;
        try {
            type.getConstructor();
            return type;
        } catch (NoSuchMethodException needsMore) {
            return null;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T create(Class<?> type, List<Class<?>> known, Class<?> kind) {
        try {
            return (T) implementation(type, known, kind).getConstructor().newInstance();
        } catch (ReflectiveOperationException failed) {
            throw new IllegalArgumentException("No " + type.getName() + " could be created: " + failed, failed);
        }
    }
}
