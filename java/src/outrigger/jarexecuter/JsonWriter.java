package outrigger.jarexecuter;

import java.lang.reflect.Array;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;

/**
 * Writes any value as JSON. It always ends: a circular reference is "[Circular]", a value at too great depth "[Too deep]",
 * and output above the limit is an error.
 */
final class JsonWriter {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_CHARACTERS = 64 * 1024 * 1024;

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private final StringBuilder out = new StringBuilder();
    private final Set<Object> ancestors = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());

    String write(Object value) {
        append(value);
        return out.toString();
    }

    private void append(Object value) {
        if (out.length() > MAX_CHARACTERS) {
            throw new IllegalStateException("The returned value is larger than 64 MB as JSON.");
        }
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Number) {
            appendNumber((Number) value);
        } else if (value instanceof CharSequence || value instanceof Character) {
            Json.quote(value.toString(), out);
        } else if (value instanceof Enum) {
            Json.quote(((Enum<?>) value).name(), out);
        } else if (value instanceof Date || value instanceof Calendar) {
            Json.quote(isoDate(value), out);
        } else if (ancestors.contains(value)) {
            Json.quote("[Circular]", out);
        } else if (ancestors.size() >= MAX_DEPTH) {
            Json.quote("[Too deep]", out);
        } else {
            ancestors.add(value);
            appendStructure(value);
            ancestors.remove(value);
        }
    }

    private void appendStructure(Object value) {
        if (value.getClass().isArray()) {
            appendArray(value);
        } else if (value instanceof Map) {
            appendMap((Map<?, ?>) value);
        } else if (value instanceof Collection) {
            appendItems(((Iterable<?>) value).iterator());
        } else if (value instanceof BaseStream) {
            appendItems(((BaseStream<?, ?>) value).iterator());
        } else if (value instanceof Optional) {
            append(((Optional<?>) value).isPresent() ? ((Optional<?>) value).get() : null);
        } else if (value instanceof OptionalInt) {
            append(((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null);
        } else if (value instanceof OptionalLong) {
            append(((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null);
        } else if (value instanceof OptionalDouble) {
            append(((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null);
        } else if (ObjectProperties.isRecord(value.getClass())) {
            appendMap(ObjectProperties.ofRecord(value));
        } else if (ReturnedValue.hasToString(value)) {
            appendText(value);
        } else if (value instanceof Iterable) {
            appendItems(((Iterable<?>) value).iterator());
        } else if (value instanceof Iterator) {
            appendItems((Iterator<?>) value);
        } else if (value instanceof Enumeration) {
            appendItems(Collections.list((Enumeration<?>) value).iterator());
        } else if (value.getClass().getName().matches("(java|javax|jdk|sun)\\..*")) {
            Json.quote(String.valueOf(value), out);
        } else {
            appendMap(ObjectProperties.ofObject(value));
        }
    }

    private void appendMap(Map<?, ?> members) {
        out.append('{');
        String between = "";
        for (Map.Entry<?, ?> entry : members.entrySet()) {
            out.append(between);
            Json.quote(String.valueOf(entry.getKey()), out);
            out.append(':');
            append(entry.getValue());
            between = ",";
        }
        out.append('}');
    }

    private void appendItems(Iterator<?> items) {
        out.append('[');
        String between = "";
        while (items.hasNext()) {
            out.append(between);
            append(items.next());
            between = ",";
        }
        out.append(']');
    }

    private void appendArray(Object array) {
        out.append('[');
        for (int i = 0; i < Array.getLength(array); i++) {
            if (i > 0) out.append(',');
            append(Array.get(array, i));
        }
        out.append(']');
    }

    private void appendNumber(Number value) {
        String text = value.toString();
        // NaN is not a JSON number, and the text of a library's number class may not be one.
        if (NUMBER.matcher(text).matches()) out.append(text);
        else Json.quote(text, out);
    }

    /** A string, or the JSON that toString returns for a value of a JSON library. */
    private void appendText(Object value) {
        String text = String.valueOf(value);
        if (isOfJsonLibrary(value.getClass()) && Json.isValid(text)) out.append(text);
        else Json.quote(text, out);
    }

    private static boolean isOfJsonLibrary(Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            String name = one.getName();
            if (name.equals("com.fasterxml.jackson.databind.JsonNode") || name.equals("tools.jackson.databind.JsonNode")
                || name.equals("com.google.gson.JsonElement") || name.matches("org\\.json\\.JSON(Object|Array)")) {
                return true;
            }
            for (Class<?> implemented : one.getInterfaces()) {
                if (implemented.getName().matches("(javax|jakarta)\\.json\\.Json(Value|Object|Array|String|Number)")) return true;
            }
        }
        return false;
    }

    private static String isoDate(Object date) {
        try {
            return (date instanceof Calendar ? ((Calendar) date).toInstant() : ((Date) date).toInstant()).toString();
        } catch (UnsupportedOperationException dayOrTimeOnly) {
            return date.toString();
        }
    }
}
