package outrigger.jarexecuter;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** `package.Class.method(Type,Type)`: the method of a jar that is to be called. */
final class MethodCall {
    private final String className;
    private final String methodName;
    private final List<String> typeNames = new ArrayList<String>();

    MethodCall(String signature) {
        int open = signature.indexOf('(');
        int dot = open < 0 ? -1 : signature.lastIndexOf('.', open);
        if (dot < 1 || !signature.endsWith(")")) {
            throw new IllegalArgumentException(signature + " is not written package.Class.method(Type,Type).");
        }
        className = signature.substring(0, dot);
        methodName = signature.substring(dot + 1, open);
        String types = signature.substring(open + 1, signature.length() - 1);
        if (!types.isEmpty()) {
            for (String name : types.split(",")) typeNames.add(name.trim());
        }
    }

    /** A method's answer: whether it declares one, and which. */
    static final class Answer {
        final boolean isVoid;
        final Object value;

        Answer(boolean isVoid, Object value) {
            this.isVoid = isVoid;
            this.value = value;
        }
    }

    /** @throws InvocationTargetException with what the method itself has thrown */
    Answer run(ClassLoader loader, List<String> parameters) throws Exception {
        Class<?> owner = Class.forName(className, true, loader);
        List<Object> values = new ArrayList<Object>();
        for (String parameter : parameters) values.add(Json.parse(parameter));
        Method method = find(owner, values);
        Class<?>[] types = method.getParameterTypes();
        Object[] converted = new Object[types.length];
        for (int i = 0; i < types.length; i++) converted[i] = ParameterType.convert(values.get(i), types[i]);
        method.setAccessible(true);
        Object target = Modifier.isStatic(method.getModifiers()) ? null : instance(owner);
        return new Answer(method.getReturnType() == void.class, method.invoke(target, converted));
    }

    /** The method of exactly these types; where there is none, the only one that takes these values. */
    private Method find(Class<?> owner, List<Object> values) throws NoSuchMethodException {
        Class<?>[] types = new Class<?>[typeNames.size()];
        for (int i = 0; i < types.length; i++) types[i] = ParameterType.named(typeNames.get(i));
        if (types.length != values.size()) {
            throw new IllegalArgumentException(types.length + " paramTypes were given for " + values.size()
                + " parameters.");
        }
        try {
            return owner.getMethod(methodName, types);
        } catch (NoSuchMethodException none) {
            List<Method> fitting = new ArrayList<Method>();
            List<Method> named = new ArrayList<Method>();
            for (Method candidate : owner.getMethods()) {
                if (!candidate.getName().equals(methodName) || candidate.isBridge()) continue;
                named.add(candidate);
                if (fits(candidate, values)) fitting.add(candidate);
            }
            if (fitting.size() == 1) return fitting.get(0);
            String wanted = className + "." + methodName + "(" + String.join(", ", typeNames) + ")";
            if (fitting.size() > 1) throw new NoSuchMethodException(wanted + " could be several methods." + list(fitting));
            throw new NoSuchMethodException(wanted + " is no public method." + list(named));
        }
    }

    private static boolean fits(Method method, List<Object> values) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length != values.size()) return false;
        for (int i = 0; i < types.length; i++) if (!ParameterType.accepts(types[i], values.get(i))) return false;
        return true;
    }

    private static String list(List<Method> methods) {
        if (methods.isEmpty()) return " The class has no method of this name.";
        Set<String> lines = new TreeSet<String>();
        for (Method method : methods) lines.add("paramTypes: " + describe(method));
        return " Choose one: " + String.join("; ", lines);
    }

    /** The parameter types as an array that can be pasted into a script. */
    private static String describe(Method method) {
        List<String> names = new ArrayList<String>();
        for (Class<?> type : method.getParameterTypes()) names.add("'" + ParameterType.nameOf(type) + "'");
        return "[" + String.join(", ", names) + "]";
    }

    private static Object instance(Class<?> owner) throws Exception {
        try {
            Constructor<?> constructor = owner.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException none) {
            throw new NoSuchMethodException(owner.getName() + " has no constructor without parameters, which is needed "
                + "to call a method that is not static.");
        }
    }
}
