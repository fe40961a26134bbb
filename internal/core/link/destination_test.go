package link_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/webhost"
)

func TestCheckURL(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"https":             "https://example.com/",
		"no path":           "http://example.com",
		"capitals":          "HTTPS://EXAMPLE.COM/A",
		"Hangul":            "https://한글.example/경로?질문=답#조각",
		"emoji":             "https://example.com/🚀?e=👨‍👩‍👧",
		"valueless key":     "https://example.com/?empty&x=",
		"escaped slash":     "https://example.com/a%2Fb",
		"an invalid escape": "https://example.com/100%zz%",
		"quotes and braces": `https://example.com/"a"{b}|c^[d]`,
		"double brackets":   "https://example.com/?q=[[name]]",
		"userinfo":          "https://ada:secret@example.com/",
		"IPv6":              "http://[2001:db8::1]:8080/x",
		"a port":            "http://localhost:65535/",
		"mail":              "mailto:ada@example.com?subject=hi",
		"sms":               "sms:+49123",
		"phone":             "tel:+49123",
		"Telegram":          "tg://resolve?domain=x",
		"WhatsApp":          "whatsapp://send?text=x",
		"XMPP":              "xmpp:ada@example.com",
		"Facebook":          "fb://profile/1",
		"intent":            "intent://scan/#Intent;scheme=zxing;end",
		"market":            "market://details?id=x",
		"iTunes":            "itms-apps://apps.example.com/app",
		"32,000 bytes":      "https://example.com/" + strings.Repeat("a", link.MaxURL-20),
	}
	for name, address := range good {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := link.CheckURL(address, nil); err != nil {
				t.Errorf("CheckURL(%q) = %v", address, err)
			}
		})
	}
	bad := map[string]string{
		"nothing":                "",
		"one byte too many":      "https://example.com/" + strings.Repeat("a", link.MaxURL-19),
		"no scheme":              "example.com/page",
		"a path":                 "/page",
		"protocol-relative":      "//example.com",
		"javascript":             "javascript:alert(1)",
		"javascript, disguised":  "JaVaScRiPt://example.com/%0aalert(1)",
		"data":                   "data:text/html,<script>",
		"vbscript":               "vbscript:x",
		"file":                   "file:///etc/passwd",
		"an unknown scheme":      "gopher://example.com",
		"a tab in the scheme":    "java\tscript:alert(1)",
		"a space":                "https://example.com/a b",
		"a line break":           "https://example.com/\r\nSet-Cookie: a=b",
		"a no-break space":       "https://example.com/\u00a0",
		"a zero byte":            "https://example.com/\x00",
		"delete":                 "https://example.com/\x7f",
		"broken UTF-8":           "https://example.com/\xff",
		"no host":                "https://",
		"no host, query":         "https://?a=b",
		"no host, port":          "https://:80/",
		"no host, user":          "https://ada@/",
		"dots only":              "https://../",
		"one slash":              "https:/example.com",
		"no slash":               "https:example.com",
		"backslashes":            `https:\\example.com`,
		"a bad port":             "https://example.com:http/",
		"a long port":            "https://example.com:123456/",
		"a port above 65535":     "https://example.com:99999/",
		"half an IPv6":           "https://[::1/",
		"no IPv6":                "https://[12345::1]/",
		"a host that is no IPv4": "https://999.1.1.1/",
		"five numbers":           "https://1.2.3.4.5/",
		"invalid Punycode":       "https://xn--a.example/",
		"a long host":            "https://" + strings.Repeat("a", 2000) + "/",
		"a tag in the host":      "https://<b>/",
		"a mail without more":    "mailto:",
		"no host, a path":        "https:///path",
		"no host, a backslash":   `https://\path`,
		"a bidi override":        "https://exa\u202emple.com/",
		"a bidi isolate":         "https://example.com/\u2066x\u2069",
		"a soft hyphen":          "https://exam\u00adple.com/",
		"a zero-width space":     "https://example.com/\u200b",
		"a joiner in the host":   "https://exam\u200dple.com/",
	}
	for name, address := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := link.CheckURL(address, nil); err == nil {
				t.Errorf("CheckURL(%q) is nil", address)
			}
		})
	}
	if err := link.CheckURL("gopher://example.com", []string{"gopher"}); err != nil {
		t.Errorf("an allowed scheme: %v", err)
	}
	if err := link.CheckURL("javascript:x", []string{"javascript"}); err == nil {
		t.Error("an operator can allow javascript:")
	}
	for address, reason := range map[string]string{"javascript:x": "run code", "data:,x": "run code", "file:///etc/passwd": "files on the visitor's own machine"} {
		if err := link.CheckURL(address, nil); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want a reason with %q", address, err, reason)
		}
	}
}

func TestCheckURL_SuggestsWhatWasMeant(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"htps://example.com/a":    "This address begins with htps:. Did you mean https://example.com/a?",
		"htpp://example.com":      "This address begins with htpp:. Did you mean https://example.com?",
		"httsp:example.com":       "This address begins with httsp:. Did you mean https://example.com?",
		"ftp://example.com":       "Links cannot lead to ftp: addresses. Use a URL that begins with https://.",
		"asdf":                    "This is not a URL. Try https://asdf.com",
		"example.com/page?a=1":    "This is not a URL. Try https://example.com/page?a=1",
		"//example.com":           "This is not a URL. Try https://example.com",
		"example.com:8080/x":      "This is not a URL. Try https://example.com:8080/x",
		"localhost:3000":          "This is not a URL. Try https://localhost:3000",
		"not a url":               "This is not a URL. Enter one such as https://example.com/page.",
		"/page":                   "This is not a URL. Enter one such as https://example.com/page.",
		"https://example.com/a b": "The address contains a space. Remove it, or enter it as %20.",
	} {
		var refused *fault.Error
		if err := link.CheckURL(address, nil); !errors.As(err, &refused) || refused.Message != want {
			t.Errorf("CheckURL(%q) = %v, want %q", address, err, want)
		}
	}
}

func noHost(address string) bool {
	_, err := webhost.Of(address)
	return err != nil
}

func FuzzDestination(f *testing.F) {
	for _, seed := range []string{"https://example.com/a?b#c", "javascript:alert(1)", " https://x", "https://[::1]/", "mailto:a@b", "https://a@b\\c", "HTTP://%zz", "data:,", "https://\u2028"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		if link.CheckURL(address, nil) != nil {
			return
		}
		lower := strings.ToLower(address)
		for _, scheme := range []string{"javascript:", "data:", "vbscript:", "file:"} {
			if strings.HasPrefix(strings.TrimFunc(lower, func(r rune) bool { return r <= ' ' }), scheme) {
				t.Fatalf("%q is allowed", address)
			}
		}
		if strings.ContainsFunc(address, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) || len(address) > link.MaxURL {
			t.Fatalf("%q is allowed", address)
		}
		if strings.HasPrefix(lower, "http") && noHost(address) {
			t.Fatalf("%q has no host", address)
		}
	})
}
