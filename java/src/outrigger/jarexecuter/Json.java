package outrigger.jarexecuter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses JSON (RFC 8259). Numbers are read as BigDecimal, so that they stay exact. */
final class Json {
    private static final int MAX_DEPTH = 500;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** @return null, Boolean, BigDecimal, String, List or Map */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.space();
        if (json.at < text.length()) throw json.wrong("nothing more");
        return value;
    }

    private Object value() {
        space();
        if (at >= text.length()) throw wrong("a value");
        char c = text.charAt(at);
        if (c == '{' || c == '[') {
            if (++depth > MAX_DEPTH) throw wrong("at most " + MAX_DEPTH + " levels of arrays and objects");
            Object nested = c == '{' ? object() : array();
            depth--;
            return nested;
        }
        if (c == '"') return string();
        if (word("true")) return Boolean.TRUE;
        if (word("false")) return Boolean.FALSE;
        if (word("null")) return null;
        return number();
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<String, Object>();
        at++;
        space();
        if (take('}')) return members;
        do {
            space();
            String name = string();
            space();
            if (!take(':')) throw wrong("':'");
            members.put(name, value());
            space();
        } while (take(','));
        if (!take('}')) throw wrong("'}'");
        return members;
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<Object>();
        at++;
        space();
        if (take(']')) return items;
        do {
            items.add(value());
            space();
        } while (take(','));
        if (!take(']')) throw wrong("']'");
        return items;
    }

    private String string() {
        if (!take('"')) throw wrong("a string");
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') return out.toString();
            out.append(c == '\\' ? escaped() : c);
        }
        throw wrong("'\"'");
    }

    private char escaped() {
        if (at >= text.length()) throw wrong("an escape");
        char c = text.charAt(at++);
        int plain = "\"\\/bfnrt".indexOf(c);
        if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
        if (c != 'u' || at + 4 > text.length()) throw wrong("an escape");
        at += 4;
        try {
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        } catch (NumberFormatException notHex) {
            throw wrong("four hexadecimal digits");
        }
    }

    private BigDecimal number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return new BigDecimal(text.substring(start, at));
        } catch (NumberFormatException none) {
            throw wrong("a value");
        }
    }

    private boolean word(String word) {
        if (!text.startsWith(word, at)) return false;
        at += word.length();
        return true;
    }

    private boolean take(char c) {
        if (at >= text.length() || text.charAt(at) != c) return false;
        at++;
        return true;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private IllegalArgumentException wrong(String expected) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return new IllegalArgumentException("The parameter " + shown + " is no JSON: " + expected
            + " expected at position " + at + ".");
    }

    static boolean isValid(String text) {
        try {
            parse(text);
            return true;
        } catch (IllegalArgumentException noJson) {
            return false;
        }
    }

    static void quote(String value, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }
}
