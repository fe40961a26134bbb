package domain

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"linnet/internal/base/fault"
	"linnet/internal/core/domain/confusable"
	"linnet/internal/core/webhost"
)

// maxHost bounds a custom host in bytes, in ASCII: names in the DNS have at most
// 253 bytes, and the ownership record is below the host.
const maxHost = 253 - len(ownershipLabel) - 1

// registrationIDNA accepts the names that registries accept.
//
//nolint:gochecknoglobals // immutable
var registrationIDNA = idna.New(
	idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true),
)

// parseCustomHost returns a host that a workspace adds, in ASCII and lower case.
// ownHost is the default domain's. The error is Invalid at "host".
func parseCustomHost(raw, ownHost string) (string, error) {
	host := strings.TrimSuffix(strings.TrimSpace(raw), ".")
	if host == "" {
		return "", invalidHost("Enter a host name such as go.example.com.")
	}
	if strings.ContainsAny(host, "/:@?#[] ") {
		return "", invalidHost("Enter the host name only, without http://, a port or a path.")
	}
	ascii, err := registrationIDNA.ToASCII(host)
	if err != nil {
		return "", invalidHost("This is not a valid host name. Use letters, digits and hyphens, such as go.example.com.")
	}
	switch {
	case len(ascii) > maxHost:
		return "", invalidHost(fmt.Sprintf("A host name has at most %d characters.", maxHost))
	case isAddress(ascii):
		return "", invalidHost("Enter a host name, not an IP address.")
	case !strings.Contains(ascii, "."):
		return "", invalidHost("Enter a full host name with a dot, such as go.example.com.")
	case isSpecial(ascii):
		return "", invalidHost("This name is reserved and cannot be reached from the internet.")
	case isPublicSuffix(ascii):
		return "", invalidHost("This is a public suffix. Enter a name below it that you registered.")
	}
	if err := checkOwn(ascii, ownHost); err != nil {
		return "", err
	}
	return ascii, nil
}

func invalidHost(message string) error { return fault.New(fault.Invalid, message).At("host") }

// isAddress reports whether browsers read host as an IP address, or as an invalid one:
// also "127.1" and "0x7f.0.0.1".
func isAddress(host string) bool {
	parsed, err := webhost.Parse(host)
	return err != nil || parsed.Addr().IsValid()
}

// isSpecial reports whether a name is never delegated in the DNS (RFC 6761).
func isSpecial(host string) bool {
	switch host[strings.LastIndexByte(host, '.')+1:] {
	case "localhost", "invalid", "onion", "arpa":
		return true
	default:
		return false
	}
}

func isPublicSuffix(host string) bool {
	suffix, icann := publicsuffix.PublicSuffix(host)
	return icann && suffix == host
}

// isApex reports whether a host is directly below a public suffix. It cannot have
// a CNAME record.
func isApex(host string) bool {
	registrable, err := publicsuffix.EffectiveTLDPlusOne(host)
	return err != nil || registrable == host
}

// checkOwn rejects the install's own host, the names below it, and the names that
// look like one of them, also with several scripts in one label.
func checkOwn(host, ownHost string) error {
	own := webhost.Name(ownHost)
	if within(host, own) {
		return invalidHost("This host belongs to this install. Enter a host name of your own.")
	}
	shown := webhost.Unicode(host)
	for label := range strings.SplitSeq(shown, ".") {
		if mixesScripts(label) {
			return invalidHost("The name mixes letters of several scripts, which look alike. Use letters of one script.")
		}
	}
	if within(confusable.Skeleton(shown), confusable.Skeleton(webhost.Unicode(own))) {
		return invalidHost("This name looks like the host of this install. Enter another one.")
	}
	return nil
}

// within reports whether a host is another one or below it.
func within(host, parent string) bool { return host == parent || strings.HasSuffix(host, "."+parent) }

// mixesScripts reports whether a label has letters of scripts that are not
// written together: the level "highly restrictive" of UTS 39.
func mixesScripts(label string) bool {
	var latin, han, kana, hangul, bopomofo, other int
	otherScripts := map[string]bool{}
	for _, r := range label {
		switch {
		case unicode.In(r, unicode.Common, unicode.Inherited):
		case unicode.Is(unicode.Latin, r):
			latin = 1
		case unicode.Is(unicode.Han, r):
			han = 1
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana = 1
		case unicode.Is(unicode.Hangul, r):
			hangul = 1
		case unicode.Is(unicode.Bopomofo, r):
			bopomofo = 1
		default:
			other = 1
			otherScripts[scriptOf(r)] = true
		}
	}
	return other == 1 && latin+han+kana+hangul+bopomofo > 0 || len(otherScripts) > 1 || kana+hangul+bopomofo > 1
}

// scriptOf returns the name of a letter's script.
func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}
