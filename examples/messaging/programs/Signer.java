package example;

import java.nio.charset.StandardCharsets;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs request bodies: HMAC-SHA256, in hexadecimal. */
public class Signer {
    public static String sign(String body, String secret) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        StringBuilder hex = new StringBuilder();
        for (byte one : mac.doFinal(body.getBytes(StandardCharsets.UTF_8))) {
            hex.append(String.format("%02x", one));
        }
        return hex.toString();
    }
}
