package visitor

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"linnet/internal/core/webhost"
)

// Referrer is the page or the app that a Referer header names. The zero value is none.
type Referrer struct {
	scheme string // "http", "https", "android-app" or "ios-app"; empty: none
	host   webhost.Host
	app    string // the package, in lower case
	path   string // as sent
}

// ParseReferrer parses a Referer header. It accepts what net/url rejects: a malformed port
// is dropped, and a malformed escape in the path stays as it is. Query, fragment
// and credentials are dropped, because they may contain secrets of the referring page.
func ParseReferrer(header string) Referrer {
	scheme, rest, ok := strings.Cut(strings.TrimSpace(header), "://")
	if !ok {
		return Referrer{}
	}
	authority, path := rest, ""
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		authority, path = rest[:end], rest[end:]
	}
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	if end := strings.IndexAny(path, "?#"); end >= 0 {
		path = path[:end]
	}
	r := Referrer{scheme: strings.ToLower(scheme), path: path}
	switch r.scheme {
	case "http", "https":
		r.host, ok = hostOf(authority)
	case "android-app", "ios-app":
		r.app, ok = strings.ToLower(authority), isPackage(authority)
	default:
		ok = false
	}
	if !ok {
		return Referrer{}
	}
	return r
}

// hostOf returns the host of an authority, without a port that is malformed.
func hostOf(authority string) (webhost.Host, bool) {
	host, err := webhost.Parse(authority)
	if colon := strings.LastIndexByte(authority, ':'); err != nil && colon >= 0 {
		host, err = webhost.Parse(authority[:colon])
	}
	return host, err == nil
}

// isPackage reports whether text may be the package of an app.
func isPackage(text string) bool {
	for i := range len(text) {
		c := text[i] | 0x20 // letters in lower case
		if (c < 'a' || c > 'z') && (text[i] < '0' || text[i] > '9') && !strings.ContainsRune("._-", rune(text[i])) {
			return false
		}
	}
	return text != ""
}

// Host returns the host of the page, in ASCII and lower case, without its port, or the
// package of the app; "" for none.
func (r Referrer) Host() string {
	if r.app != "" {
		return r.app
	}
	return r.host.Name()
}

// WebHost returns the host of the page; the zero Host for an app, or without a referrer.
func (r Referrer) WebHost() webhost.Host { return r.host }

// Service returns the name under which statistics count the referrer: the host without
// the prefixes of mobile sites and click wrappers, or the host of the service to which the host
// or the app belongs. It is in ASCII, so that both spellings of an internationalized name
// are one. It is never shorter than the name that its owner registered, and "" for none.
func (r Referrer) Service() string {
	name := r.Host()
	if r.app == "" && !r.host.Addr().IsValid() {
		name = withoutPrefixes(name)
	}
	return serviceOf(name)
}

// Origin returns the URL without its path, "https://news.example"; "" for none.
func (r Referrer) Origin() string {
	switch {
	case r.scheme == "":
		return ""
	case r.app != "":
		return r.scheme + "://" + r.app
	}
	return r.scheme + "://" + r.host.Stored()
}

// URL returns the address of the page without query, fragment and credentials; "" for none.
// Spellings that browsers treat alike are one: the host is in ASCII and lower case, and the
// path is escaped and begins with a slash.
func (r Referrer) URL() string {
	if r.scheme == "" {
		return ""
	}
	path := escapePath(strings.ReplaceAll(r.path, `\`, "/"))
	if path == "" {
		path = "/"
	}
	return r.Origin() + path
}

// escapePath escapes the bytes of a path that browsers escape (URL Standard, path
// percent-encode set).
func escapePath(path string) string {
	if !strings.ContainsFunc(path, isEscaped) {
		return path
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(path) {
		if c := path[i]; isEscaped(rune(c)) {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isEscaped(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>^`{}", r) }

// withoutPrefixes removes the labels of mobile sites and click wrappers from the start of
// a name, down to the name that its owner registered: "m.co.uk" is one.
func withoutPrefixes(name string) string {
	registered, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return name // a public suffix, or a name without dots
	}
	for name != registered {
		label, rest, _ := strings.Cut(name, ".")
		switch label {
		case "www", "m", "mobile", "touch", "wap", "amp", "web", "l", "lm", "out", "away":
			name = rest
		default:
			return name
		}
	}
	return name
}
