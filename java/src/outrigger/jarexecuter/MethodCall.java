package outrigger.jarexecuter;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

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
        Method method = find(owner);
        Class<?>[] types = method.getParameterTypes();
        if (parameters.size() != types.length) {
            throw new IllegalArgumentException(describe(method) + " takes " + types.length + " parameters, but "
                + parameters.size() + " were given.");
        }
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) values[i] = ParameterType.convert(Json.parse(parameters.get(i)), types[i]);
        method.setAccessible(true);
        Object target = Modifier.isStatic(method.getModifiers()) ? null : instance(owner);
        return new Answer(method.getReturnType() == void.class, method.invoke(target, values));
    }

    private Method find(Class<?> owner) throws NoSuchMethodException {
        Class<?>[] types = new Class<?>[typeNames.size()];
        for (int i = 0; i < types.length; i++) types[i] = ParameterType.named(typeNames.get(i));
        try {
            return owner.getMethod(methodName, types);
        } catch (NoSuchMethodException none) {
            StringBuilder text = new StringBuilder(className + " has no public method " + methodName + "("
                + String.join(", ", typeNames) + ").");
            for (Method candidate : owner.getMethods()) {
                if (candidate.getName().equals(methodName)) text.append("\n  paramTypes: ").append(describe(candidate));
            }
            throw new NoSuchMethodException(text.toString());
        }
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
