package link

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/core/hostname"
)

// MaxURL bounds a destination, in bytes (spec: product §3).
const MaxURL = 32_000

// schemes returns what a destination may begin with (spec: product §3).
func schemes() []string {
	return []string{
		"http", "https", "mailto", "sms", "tel", "tg", "whatsapp", "xmpp",
		"fb", "intent", "market", "itms-apps",
	}
}

// never returns the schemes that run code or read files in the visitor's
// browser. No setting allows them.
func never() []string { return []string{"javascript", "data", "vbscript", "file"} }

// CheckURL returns nil when address may be a destination, and else a fault
// whose sentence says what to change. extra are schemes that the operator
// allows beside the usual ones. A destination is judged, never rewritten: it
// is handed out byte for byte.
func CheckURL(address string, extra []string) error {
	if address == "" {
		return invalid("Give the address that the link leads to, such as https://example.com/page.")
	}
	if len(address) > MaxURL {
		return invalid(fmt.Sprintf("An address has at most 32,000 bytes; this one has %d.", len(address)))
	}
	if !utf8.ValidString(address) {
		return invalid("The address is not valid UTF-8 text.")
	}
	for _, r := range address {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return invalid(fmt.Sprintf("An address has no white space and no control characters; write %s as its percent code.", nameRune(r)))
		}
	}
	scheme, ok := Scheme(address)
	switch {
	case !ok:
		return invalid("An address begins with its scheme, such as https://.")
	case slices.Contains(never(), scheme):
		return invalid("Addresses that begin with " + scheme + ": are refused: they could run code in a visitor's browser.")
	case !slices.Contains(schemes(), scheme) && !slices.Contains(extra, scheme):
		return invalid("Addresses that begin with " + scheme + ": are not allowed here. Ask the operator of this install to allow them.")
	case scheme == "http" || scheme == "https":
		return checkWeb(address, scheme)
	case len(address) == len(scheme)+1:
		return invalid("The address ends after " + scheme + ":.")
	}
	return nil
}

// checkWeb wants a host behind http:// and https://.
func checkWeb(address, scheme string) error {
	if !strings.HasPrefix(address[len(scheme)+1:], "//") {
		return invalid("A web address begins with " + scheme + "://.")
	}
	host := URLHost(address)
	name, port := host, ""
	if strings.HasPrefix(host, "[") {
		end := strings.IndexByte(host, ']')
		if end < 3 {
			return invalid("The IPv6 address in [ ] is not complete.")
		}
		name, port = host[:end+1], host[end+1:]
	} else if colon := strings.IndexByte(host, ':'); colon >= 0 {
		name, port = host[:colon], host[colon:]
	}
	if name == "" || strings.Trim(name, ".") == "" {
		return invalid("The address names no host. Write it as " + scheme + "://example.com/page.")
	}
	if strings.ContainsAny(name, "<>^`{|}\"") {
		return invalid("The host of the address has a character that no host name has.")
	}
	if port != "" && (port[0] != ':' || len(port) > 6 || strings.Trim(port[1:], "0123456789") != "") {
		return invalid("The port of the address is not a number.")
	}
	return nil
}

// Scheme returns an address's scheme in lower case, and whether it has one.
func Scheme(address string) (string, bool) {
	name, _, ok := strings.Cut(address, ":")
	if !ok || name == "" {
		return "", false
	}
	for i := range len(name) {
		c := name[i] | 0x20
		letter := c >= 'a' && c <= 'z'
		other := (name[i] >= '0' && name[i] <= '9') || name[i] == '+' || name[i] == '-' || name[i] == '.'
		if !letter && (i == 0 || !other) {
			return "", false
		}
	}
	return strings.ToLower(name), true
}

// URLHost returns the host and port of a web address as browsers read it: they
// take "\" for "/", and what stands before the last "@" for a user's name. It
// is lenient where net/url is not, because a destination may hold what that
// refuses, such as "%zz".
func URLHost(address string) string {
	_, rest, _ := strings.Cut(address, ":")
	rest = strings.TrimLeft(rest, `/\`)
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	return rest
}

// shortPath returns the host of a web address in the form that domains are
// kept in, and the first segment of its path.
func shortPath(address string) (host, first string, ok bool) {
	scheme, ok := Scheme(address)
	if !ok || (scheme != "http" && scheme != "https") {
		return "", "", false
	}
	authority := URLHost(address)
	_, rest, _ := strings.Cut(address, ":")
	rest = strings.TrimLeft(rest, `/\`)
	if cut := strings.IndexAny(rest, `/\?#`); cut >= 0 && rest[cut] != '?' && rest[cut] != '#' {
		first = strings.TrimLeft(rest[cut:], `/\`)
	}
	if end := strings.IndexAny(first, `/\?#`); end >= 0 {
		first = first[:end]
	}
	return hostname.Normal(authority), first, true
}
