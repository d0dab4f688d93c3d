package outrigger.jarexecuter;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/** The method of a jar that is called, parsed from `package.Class.method(Type,Type)`. */
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

    /** Returned by `run` for a void method. */
    static final Object NOTHING = new Object();

    /**
     * @param loader of the jar. Classes of Java itself are not called, because only the jar was allowed to run
     * @return the result of the method, or NOTHING
     * @throws InvocationTargetException with the exception that the method has thrown
     */
    Object run(ClassLoader loader, List<String> parameters) throws Exception {
        Class<?> owner = TypeNames.load(className, loader);
        if (owner.getClassLoader() != loader) {
            throw new IllegalArgumentException(className + " is no class of the jar, so it is not called.");
        }
        List<Object> values = new ArrayList<Object>();
        for (String parameter : parameters) values.add(Json.parse(parameter));
        Overloads.Choice choice = find(owner, loader, values);
        Object[] arguments = arguments(choice, values);
        choice.method.setAccessible(true);
        Object target = Modifier.isStatic(choice.method.getModifiers()) ? null : instance(owner);
        Object value = choice.method.invoke(target, arguments);
        return choice.method.getReturnType() == void.class ? NOTHING : value;
    }

    /** The method with exactly these parameter types, otherwise the one that accepts these values. */
    private Overloads.Choice find(Class<?> owner, ClassLoader loader, List<Object> values) throws NoSuchMethodException {
        Class<?>[] types = new Class<?>[typeNames.size()];
        for (int i = 0; i < types.length; i++) types[i] = TypeNames.classOf(typeNames.get(i), loader);
        boolean isOpen = types.length > 0 && typeNames.get(types.length - 1).endsWith("...");
        if (isOpen ? values.size() < types.length - 1 : values.size() != types.length) {
            throw new IllegalArgumentException(types.length + " paramTypes were given for " + values.size()
                + " parameters.");
        }
        try {
            Method method = owner.getMethod(methodName, types);
            boolean isArray = isOpen && values.size() == types.length && values.get(types.length - 1) instanceof List;
            return new Overloads.Choice(method, isOpen && !isArray);
        } catch (NoSuchMethodException noneOfTheseTypes) {
            String wanted = className + "." + methodName + "(" + String.join(", ", typeNames) + ")";
            return new Overloads(owner, methodName, values).choose(wanted);
        }
    }

    private Object[] arguments(Overloads.Choice choice, List<Object> values) {
        Type[] types = choice.method.getGenericParameterTypes();
        int single = choice.gathersRest ? types.length - 1 : types.length;
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < single; i++) {
            String name = i < typeNames.size() ? typeNames.get(i) : null;
            arguments[i] = ParameterValue.convert(values.get(i), types[i], name);
        }
        if (choice.gathersRest) {
            Class<?> component = ParameterValue.rawClass(types[single]).getComponentType();
            arguments[single] = Array.newInstance(component, values.size() - single);
            for (int i = single; i < values.size(); i++) {
                Array.set(arguments[single], i - single, ParameterValue.convert(values.get(i), component, null));
            }
        }
        return arguments;
    }

    private static Object instance(Class<?> owner) throws Exception {
        if (Modifier.isAbstract(owner.getModifiers())) {
            throw new InstantiationException(owner.getName() + " is abstract, so a method that is not static cannot be called.");
        }
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
