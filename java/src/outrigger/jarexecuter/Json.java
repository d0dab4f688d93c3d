package outrigger.jarexecuter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses JSON strictly (RFC 8259). Numbers are read as BigDecimal, so that they stay exact. */
final class Json {
    private static final int MAX_DEPTH = 500;
    private static final String HEXADECIMAL = "0123456789abcdef0123456789ABCDEF";

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
        if (c == '-' || (c >= '0' && c <= '9')) return number();
        throw wrong("a value");
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
            if (c < ' ') throw wrongAt(at - 1, "an escaped control character");
            out.append(c == '\\' ? escaped() : c);
        }
        throw wrong("'\"'");
    }

    private char escaped() {
        if (at >= text.length()) throw wrong("an escape");
        char c = text.charAt(at++);
        int plain = "\"\\/bfnrt".indexOf(c);
        if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
        if (c != 'u') throw wrongAt(at - 1, "an escape");
        int code = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = at < text.length() ? HEXADECIMAL.indexOf(text.charAt(at)) : -1;
            if (digit < 0) throw wrong("a hexadecimal digit");
            code = code * 16 + digit % 16;
        }
        return (char) code;
    }

    private BigDecimal number() {
        int start = at;
        take('-');
        // A number does not begin with 0, unless that is its only digit before the point.
        if (!take('0')) digits();
        if (take('.')) digits();
        if (take('e') || take('E')) {
            if (!take('+')) take('-');
            digits();
        }
        try {
            return new BigDecimal(text.substring(start, at));
        } catch (NumberFormatException exponentTooLarge) {
            throw wrongAt(start, "a smaller exponent");
        }
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        if (at == start) throw wrong("a digit");
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
        return wrongAt(at, expected);
    }

    private IllegalArgumentException wrongAt(int position, String expected) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return new IllegalArgumentException("The parameter " + shown + " is no JSON: " + expected
            + " expected at position " + position + ".");
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
            else if (c < ' ' || isUnpaired(value, i)) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }

    /** Half of a surrogate pair, which UTF-8 cannot contain. */
    private static boolean isUnpaired(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) return at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
