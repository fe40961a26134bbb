package link

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/core/routing"
	"linnet/internal/core/webhost"
)

// MaxURL limits a destination, in bytes.
const MaxURL = 32_000

// schemes returns the schemes that destinations may have.
func schemes() []string {
	return []string{
		"http", "https", "mailto", "sms", "tel", "tg", "whatsapp", "xmpp",
		"fb", "intent", "market", "itms-apps",
	}
}

// forbidden returns why no setting allows a scheme, "" for other schemes.
func forbidden(scheme string) string {
	switch scheme {
	case "javascript", "data", "vbscript":
		return "because they could run code in a visitor's browser"
	case "file":
		return "because they lead to files on the visitor's own machine"
	}
	return ""
}

// CheckURL returns an Invalid fault if address cannot be a destination. extra are
// schemes that are accepted beside the built-in ones. Destinations are validated
// but never rewritten.
func CheckURL(address string, extra []string) error {
	if address == "" {
		return invalid("Enter the destination, such as https://example.com/page.")
	}
	if len(address) > MaxURL {
		return invalid(fmt.Sprintf("An address has at most 32,000 bytes; this one has %d.", len(address)))
	}
	if !utf8.ValidString(address) {
		return invalid("The address is not valid UTF-8 text.")
	}
	scheme, ok := Scheme(address)
	if !ok || hasPortForScheme(address) {
		return invalid(notWebSentence(address))
	}
	if err := checkRunes(address); err != nil {
		return err
	}
	if err := CheckScheme(address); err != nil {
		return err
	}
	switch {
	case !slices.Contains(schemes(), scheme) && !slices.Contains(extra, scheme):
		return invalid(unknownSchemeSentence(address, scheme))
	case scheme == "http" || scheme == "https":
		return checkWeb(address, scheme)
	case len(address) == len(scheme)+1:
		return invalid("The address ends after " + scheme + ":.")
	}
	return nil
}

// CheckScheme returns an Invalid fault if no setting allows the scheme of an address, such as
// javascript. Text without a scheme has none.
func CheckScheme(address string) error {
	scheme, _ := Scheme(address)
	if reason := forbidden(scheme); reason != "" {
		return invalid("Addresses that begin with " + scheme + ": are not allowed, " + reason + ".")
	}
	return nil
}

// checkRunes rejects characters that browsers strip or that change how an
// address looks: white space, controls, and format characters such as
// bidirectional overrides. Joiners are allowed: scripts and emoji need them.
func checkRunes(address string) error {
	for _, r := range address {
		switch {
		case r == ' ':
			return invalid("The address contains a space. Remove it, or enter it as %20.")
		case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Cf, r) && !routing.Joins(r):
			return invalid(fmt.Sprintf("The address contains an invisible character (U+%04X). Remove it, or percent-encode it.", r))
		}
	}
	return nil
}

// checkWeb validates the host and the port of a web address.
func checkWeb(address, scheme string) error {
	rest := address[len(scheme)+1:]
	if !strings.HasPrefix(rest, "//") {
		return invalid("A URL begins with " + scheme + "://.")
	}
	if strings.HasPrefix(rest, "///") || strings.HasPrefix(rest, `//\`) { // browsers skip the slashes; other clients see no host
		return invalid("The address has no host. Enter it as " + scheme + "://example.com/page.")
	}
	if _, err := webhost.Of(address); err != nil {
		return invalid(err.Error())
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

// shortPath returns the host of a web address, and the path that browsers request
// from it, decoded and without dot segments. ok is false for other addresses.
func shortPath(address string) (host webhost.Host, alias string, ok bool) {
	scheme, ok := Scheme(address)
	if !ok || (scheme != "http" && scheme != "https") {
		return webhost.Host{}, "", false
	}
	host, err := webhost.Of(address)
	if err != nil {
		return webhost.Host{}, "", false
	}
	_, rest, _ := strings.Cut(address, ":")
	rest = strings.TrimLeft(rest, `/\`)
	if cut := strings.IndexAny(rest, "?#"); cut >= 0 {
		rest = rest[:cut]
	}
	_, typed, _ := strings.Cut(strings.ReplaceAll(rest, `\`, "/"), "/")
	if decoded, err := url.PathUnescape(typed); err == nil {
		typed = decoded
	}
	return host, strings.TrimLeft(path.Clean("/"+typed), "/"), true
}
