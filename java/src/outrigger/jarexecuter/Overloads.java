package outrigger.jarexecuter;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import outrigger.jarexecuter.ParameterValue.Reach;

/**
 * Chooses one of several overloaded methods. As in Java, those that accept the values directly come before those with a
 * variable number of arguments, and the most specific one is chosen. Next are those that accept an array as a
 * Collection, then those that accept a text as the value that it names. Unlike in Java, `long`, `double` and `Integer`
 * are ambiguous for a number: they have different meanings, and a script has no types that would decide.
 */
final class Overloads {
    private final Collection<Method> methods;
    private final List<Object> values;

    Overloads(Class<?> owner, String name, List<Object> values) {
        Map<List<Class<?>>, Method> bySignature = new LinkedHashMap<List<Class<?>>, Method>();
        for (Method method : owner.getMethods()) {
            if (!method.getName().equals(name) || method.isBridge()) continue;
            List<Class<?>> types = Arrays.asList(method.getParameterTypes());
            Method other = bySignature.get(types);
            boolean isOverridden = other != null && method.getDeclaringClass().isAssignableFrom(other.getDeclaringClass());
            if (!isOverridden) bySignature.put(types, method);
        }
        this.methods = bySignature.values();
        this.values = values;
    }

    /** A method, and whether its last parameter collects the remaining values. */
    static final class Choice {
        final Method method;
        final boolean gathersRest;

        Choice(Method method, boolean gathersRest) {
            this.method = method;
            this.gathersRest = gathersRest;
        }
    }

    /** @param wanted the text of the call, for the message */
    Choice choose(String wanted) throws NoSuchMethodException {
        for (Reach reach : Reach.values()) {
            for (boolean gathersRest : new boolean[] {false, true}) {
                List<Method> fitting = fitting(reach, gathersRest);
                if (fitting.size() > 1) fitting = mostSpecific(fitting);
                if (fitting.size() == 1) return new Choice(fitting.get(0), gathersRest);
                if (fitting.size() > 1) {
                    throw new NoSuchMethodException(wanted + " could be several methods." + advice(fitting));
                }
            }
        }
        if (methods.isEmpty()) {
            throw new NoSuchMethodException(wanted + " is no public method. The class has no method of this name.");
        }
        throw new NoSuchMethodException(wanted + " is no public method." + advice(methods));
    }

    private List<Method> fitting(Reach reach, boolean gathersRest) {
        List<Method> fitting = new ArrayList<Method>();
        for (Method method : methods) {
            if (gathersRest ? fitsGathered(method, reach) : fits(method, reach)) fitting.add(method);
        }
        return fitting;
    }

    private boolean fits(Method method, Reach reach) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length != values.size()) return false;
        for (int i = 0; i < types.length; i++) {
            if (!ParameterValue.accepts(types[i], values.get(i), reach)) return false;
        }
        return true;
    }

    private boolean fitsGathered(Method method, Reach reach) {
        Class<?>[] types = method.getParameterTypes();
        int fixed = types.length - 1;
        if (!method.isVarArgs() || values.size() < fixed) return false;
        for (int i = 0; i < values.size(); i++) {
            Class<?> type = i < fixed ? types[i] : types[fixed].getComponentType();
            if (!ParameterValue.accepts(type, values.get(i), reach)) return false;
        }
        return true;
    }

    /** The most specific candidates: those whose types every other one accepts; all of them if there are none. */
    private static List<Method> mostSpecific(List<Method> methods) {
        for (Method method : methods) {
            boolean isMostSpecific = true;
            for (Method other : methods) isMostSpecific &= isAsSpecific(method, other);
            if (isMostSpecific) return Arrays.asList(method);
        }
        return methods;
    }

    private static boolean isAsSpecific(Method method, Method other) {
        Class<?>[] types = method.getParameterTypes();
        Class<?>[] others = other.getParameterTypes();
        if (types.length != others.length) return false;
        for (int i = 0; i < types.length; i++) {
            if (types[i] != others[i] && !others[i].isAssignableFrom(boxed(types[i]))) return false;
        }
        return true;
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0).getClass() : type;
    }

    /** Parameter types that can be pasted into the script. */
    private String advice(Collection<Method> candidates) {
        Set<String> choices = new TreeSet<String>();
        Set<String> others = new TreeSet<String>();
        for (Method method : candidates) {
            boolean canBeCalled = true;
            for (Class<?> type : method.getParameterTypes()) canBeCalled &= ParameterValue.canBePassed(type);
            if (canBeCalled) choices.add("paramTypes: [" + names(method, "'") + "]");
            else others.add("(" + names(method, "") + ")");
        }
        if (!choices.isEmpty()) return " Choose one: " + String.join("; ", choices);
        return " What it takes cannot be passed by a script: " + String.join("; ", others);
    }

    private String names(Method method, String quote) {
        List<String> names = new ArrayList<String>();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            boolean isText = types[i] == byte[].class && i < values.size() && values.get(i) instanceof String;
            names.add(quote + TypeNames.nameOf(types[i]) + (isText ? ":text" : "") + quote);
        }
        return String.join(", ", names);
    }
}
