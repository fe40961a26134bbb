package webhook_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Verify reports whether a request is from Linnet. The body is the one that arrived.
func Verify(secret string, header http.Header, body []byte, now time.Time) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	seconds, numberErr := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || numberErr != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "."))
	mac.Write(body)
	for signature := range strings.SplitSeq(header.Get("webhook-signature"), " ") {
		version, text, _ := strings.Cut(signature, ",")
		sent, err := base64.StdEncoding.DecodeString(text)
		if version == "v1" && err == nil && hmac.Equal(sent, mac.Sum(nil)) {
			return true
		}
	}
	return false
}

// TestVerify_TheDocumentedExampleWorks verifies the example of the Standard Webhooks
// libraries, and that docs/webhooks.md has the code of this file.
func TestVerify_TheDocumentedExampleWorks(t *testing.T) {
	t.Parallel()
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	sent := time.Unix(1614265330, 0)
	header := func(signature string) http.Header {
		h := http.Header{}
		h.Set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
		h.Set("webhook-timestamp", "1614265330")
		h.Set("webhook-signature", signature)
		return h
	}
	const valid, body = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", `{"test": 2432232314}`
	for name, c := range map[string]struct {
		signature, body string
		at              time.Time
		want            bool
	}{
		"valid":          {valid, body, sent, true},
		"second of two":  {"v1,AAAA " + valid, body, sent, true},
		"another body":   {valid, body + " ", sent, false},
		"old":            {valid, body, sent.Add(6 * time.Minute), false},
		"in the future":  {valid, body, sent.Add(-6 * time.Minute), false},
		"other version":  {"v2" + valid[2:], body, sent, false},
		"no signature":   {"", body, sent, false},
		"not in base64":  {"v1,?", body, sent, false},
		"another secret": {"v1,AAAA", body, sent, false},
	} {
		if got := Verify(secret, header(c.signature), []byte(c.body), c.at); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	source, err := os.ReadFile("verify_test.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/webhooks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(page), "```go\n")
	example, _, ok := strings.Cut(after, "```")
	if !ok || !strings.Contains(string(source), example) {
		t.Errorf("docs/webhooks.md has other code:\n%s", example)
	}
}
